/* The letters game for three. */
#include "common.h"

enum { SENTRY = 1, CLERK, DUELLIST, ABBESS, PAGE, ENVOY, AUNT, HEIR };
enum { PLAYERS = 3, NEEDED = 5 };

typedef struct { uint8_t player, role; } Choice;

typedef struct {
    uint8_t deck[16], left, aside;
    uint8_t hand[PLAYERS][2], many[PLAYERS], inside[PLAYERS], safe[PLAYERS];
    int favours[PLAYERS], starter, survivors;
} State;

static const uint8_t DECK[16] = {1, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8};

static int list_letters(const State *s, int me, Choice *choices) {
    int many = 0;
    uint8_t a = s->hand[me][0], b = s->hand[me][1];
    int bound = (a == AUNT && (b == PAGE || b == ENVOY)) || (b == AUNT && (a == PAGE || a == ENVOY));
    for (int n = 0; n < (a == b ? 1 : 2); n++)
        if (!bound || s->hand[me][n] == AUNT) choices[many++].role = s->hand[me][n];
    return many;
}

static int list_deeds(const State *s, int me, uint8_t letter, Choice *choices) {
    int many = 0;
    if (letter == ABBESS || letter == AUNT || letter == HEIR) return 1;
    for (uint8_t p = 0; p < PLAYERS; p++) {
        int open = s->inside[p] && !s->safe[p];
        if (p == me ? letter != PAGE : !open) continue;
        if (letter == SENTRY)
            for (uint8_t role = CLERK; role <= HEIR; role++) choices[many++] = (Choice){p, role};
        else choices[many++] = (Choice){p, 0};
    }
    return many;
}

static void lay(State *s, int me, uint8_t role) {
    if (s->hand[me][0] == role) s->hand[me][0] = s->hand[me][1];
    s->many[me] = 1;
}

static void expel(State *s, int player) {
    s->inside[player] = 0;
    s->many[player] = 0;
    s->survivors--;
}

static void send_away(State *s, int player) {
    if (s->hand[player][0] == HEIR) expel(s, player);
    else s->hand[player][0] = s->left ? s->deck[--s->left] : s->aside;
}

static void do_deed(State *s, int me, uint8_t letter, Choice c) {
    uint8_t mine = s->hand[me][0], theirs = s->hand[c.player][0];
    switch (letter) {
        case SENTRY: if (theirs == c.role) expel(s, c.player); break;
        case DUELLIST: if (theirs != mine) expel(s, theirs < mine ? c.player : me); break;
        case ABBESS: s->safe[me] = 1; break;
        case PAGE: send_away(s, c.player); break;
        case ENVOY: s->hand[me][0] = theirs; s->hand[c.player][0] = mine; break;
        case HEIR: expel(s, me); break;
    }
}

static void new_round(State *s, Rng *rng) {
    memcpy(s->deck, DECK, sizeof DECK);
    shuffle(rng, s->deck, 16);
    s->left = 16;
    s->aside = s->deck[--s->left];
    s->survivors = PLAYERS;
    for (int p = 0; p < PLAYERS; p++) {
        s->inside[p] = s->many[p] = 1;
        s->safe[p] = 0;
        s->hand[p][0] = s->deck[--s->left];
    }
}

static int64_t play_round(State *s, Rng *rng) {
    Choice choices[2 * 7 + 1];
    int64_t decisions = 0;
    for (int me = s->starter;; me = (me + 1) % PLAYERS) {
        if (!s->inside[me]) continue;
        s->safe[me] = 0;
        if (!s->left) return decisions;
        s->hand[me][s->many[me]++] = s->deck[--s->left];
        uint8_t letter = choices[below(rng, (uint32_t)list_letters(s, me, choices))].role;
        lay(s, me, letter);
        int many = list_deeds(s, me, letter, choices);
        if (many) do_deed(s, me, letter, choices[below(rng, (uint32_t)many)]);
        decisions += 1 + (many && letter != ABBESS && letter != AUNT && letter != HEIR);
        if (s->survivors == 1) return decisions;
    }
}

/* Gives the favours of the round; whether somebody has enough. */
static int reward(State *s) {
    uint8_t best = 0;
    int enough = 0, starter = -1;
    for (int p = 0; p < PLAYERS; p++)
        if (s->inside[p] && s->hand[p][0] > best) best = s->hand[p][0];
    for (int n = 0; n < PLAYERS; n++) {
        int p = (s->starter + n) % PLAYERS;
        if (!s->inside[p] || s->hand[p][0] != best) continue;
        if (starter < 0) starter = p;
        if (++s->favours[p] >= NEEDED) enough = 1;
    }
    s->starter = starter;
    return enough;
}

void play(uint64_t seed, int64_t games, int64_t *sums) {
    Rng rng = seeded(seed);
    while (games-- > 0) {
        State s = {.starter = (int)below(&rng, PLAYERS)};
        do {
            new_round(&s, &rng);
            sums[0] += play_round(&s, &rng);
        } while (!reward(&s));
        for (int p = 0; p < PLAYERS; p++) sums[1 + p] += s.favours[p];
    }
}

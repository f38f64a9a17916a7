/* Wer war's with its normal options, for three.  With COUNTING the choices are counted and then one is selected, without
 * a list of them. */
#include "common.h"

enum { PLAYERS = 3, ANIMALS = 4, JOKER = 3, HUNGRIEST = 5, SUSPECTS = 10 };
enum { GATHER, FEED, CLEAR, GIVE_UP };

/* `which`: an animal or a suspect; of a meal `food`, and how many jokers are in it. */
typedef struct { uint8_t kind, which, food, jokers; } Choice;

typedef struct {
    uint8_t food[4], beasts[ANIMALS][HUNGRIEST + 1], owned[ANIMALS];
    int coins, cards;
} Player;

typedef struct {
    uint8_t stable[ANIMALS][8], left[ANIMALS];
    uint8_t larder[48], stored, scraps[48], thrown;
    uint8_t suspects[SUSPECTS], suspected;
    Player players[PLAYERS];
    int turn, passes, lost;
} State;

static const uint8_t HUNGERS[ANIMALS][8] = {
    {1, 1, 2, 2, 2, 3, 3, 4}, {2, 2, 2, 3, 3, 3, 4, 4}, {2, 2, 3, 3, 3, 4, 4, 5}, {1, 2, 2, 2, 3, 3, 3, 4}};
static const uint8_t COINS[SUSPECTS] = {2, 2, 3, 3, 4, 4, 5, 6, 6, 7};
/* Bits: owl 1, goat 2, donkey 4, snake 8. */
static const uint8_t ALIBI[SUSPECTS] = {9, 3, 10, 5, 12, 6, 11, 13, 7, 14};

static void draw(State *s, Rng *rng, Player *to) {
    if (!s->stored) {
        memcpy(s->larder, s->scraps, s->thrown);
        s->stored = s->thrown;
        s->thrown = 0;
        shuffle(rng, s->larder, s->stored);
    }
    if (!s->stored) return;
    to->food[s->larder[--s->stored]]++;
    to->cards++;
}

static void begin(State *s, Rng *rng) {
    memset(s, 0, sizeof *s);
    memcpy(s->stable, HUNGERS, sizeof HUNGERS);
    for (int a = 0; a < ANIMALS; a++) {
        s->left[a] = 8;
        shuffle(rng, s->stable[a], 8);
    }
    for (uint8_t n = 0; n < SUSPECTS; n++) s->suspects[n] = n;
    s->suspected = SUSPECTS;
    for (int n = 0; n < 48; n++) s->larder[n] = n < 39 ? (uint8_t)(n / 13) : JOKER;
    s->stored = 48;
    shuffle(rng, s->larder, 48);
    for (int p = 0; p < PLAYERS; p++)
        for (int n = 0; n < 3; n++) draw(s, rng, &s->players[p]);
    s->turn = (int)below(rng, PLAYERS);
}

static uint8_t animals(const Player *p) {
    uint8_t bits = 0;
    for (int a = 0; a < ANIMALS; a++) bits |= (uint8_t)((p->owned[a] > 0) << a);
    return bits;
}

#ifndef COUNTING
static int list(const State *s, Choice *choices) {
    const Player *me = &s->players[s->turn];
    uint8_t have = animals(me);
    int many = 0, jokers = me->food[JOKER];
    if (s->stored || s->thrown) choices[many++] = (Choice){GATHER, 0, 0, 0};
    for (uint8_t a = 0; a < ANIMALS; a++) {
        if (!s->left[a]) continue;
        int hunger = s->stable[a][s->left[a] - 1];
        for (uint8_t food = 0; food < JOKER; food++)
            for (int n = 1; n <= hunger && n <= me->food[food]; n++)
                if (hunger - n <= jokers) choices[many++] = (Choice){FEED, a, food, (uint8_t)(hunger - n)};
        if (hunger <= jokers) choices[many++] = (Choice){FEED, a, JOKER, (uint8_t)hunger};
    }
    for (uint8_t n = 0; n < s->suspected; n++)
        if (!(ALIBI[s->suspects[n]] & ~have)) choices[many++] = (Choice){CLEAR, n, 0, 0};
    if (!many) choices[many++] = (Choice){GIVE_UP, 0, 0, 0};
    return many;
}
#else
/* How many meals there are of one food for an animal; the one with most of that food first. */
static int meals(const Player *me, int hunger, int food) {
    int most = hunger < me->food[food] ? hunger : me->food[food];
    int least = hunger - me->food[JOKER] > 1 ? hunger - me->food[JOKER] : 1;
    return most >= least ? most - least + 1 : 0;
}

static int count(const State *s, int *of_animal) {
    const Player *me = &s->players[s->turn];
    uint8_t have = animals(me);
    int many = s->stored || s->thrown;
    for (int a = 0; a < ANIMALS; a++) {
        of_animal[a] = 0;
        if (!s->left[a]) continue;
        int hunger = s->stable[a][s->left[a] - 1];
        for (int food = 0; food < JOKER; food++) of_animal[a] += meals(me, hunger, food);
        of_animal[a] += hunger <= me->food[JOKER];
        many += of_animal[a];
    }
    for (int n = 0; n < s->suspected; n++) many += !(ALIBI[s->suspects[n]] & ~have);
    return many ? many : 1;
}

static Choice selected(const State *s, int number, const int *of_animal) {
    const Player *me = &s->players[s->turn];
    uint8_t have = animals(me);
    if (s->stored || s->thrown) {
        if (!number) return (Choice){GATHER, 0, 0, 0};
        number--;
    }
    for (uint8_t a = 0; a < ANIMALS; number -= of_animal[a++]) {
        if (number >= of_animal[a]) continue;
        int hunger = s->stable[a][s->left[a] - 1];
        for (uint8_t food = 0; food < JOKER; food++) {
            int many = meals(me, hunger, food), most = hunger < me->food[food] ? hunger : me->food[food];
            if (number < many) return (Choice){FEED, a, food, (uint8_t)(hunger - most + number)};
            number -= many;
        }
        return (Choice){FEED, a, JOKER, (uint8_t)hunger};
    }
    for (uint8_t n = 0; n < s->suspected; n++)
        if (!(ALIBI[s->suspects[n]] & ~have) && !number--) return (Choice){CLEAR, n, 0, 0};
    return (Choice){GIVE_UP, 0, 0, 0};
}
#endif

static void pay(State *s, Player *me, uint8_t food, int many) {
    me->food[food] -= (uint8_t)many;
    me->cards -= many;
    while (many-- > 0) s->scraps[s->thrown++] = food;
}

static void feed(State *s, Player *me, Choice c) {
    uint8_t hunger = s->stable[c.which][--s->left[c.which]];
    pay(s, me, JOKER, c.jokers);
    if (c.food != JOKER) pay(s, me, c.food, hunger - c.jokers);
    me->beasts[c.which][hunger]++;
    me->owned[c.which]++;
    me->cards++;
}

static void clear(State *s, Player *me, uint8_t index) {
    uint8_t suspect = s->suspects[index];
    for (int a = 0; a < ANIMALS; a++) {
        if (!(ALIBI[suspect] >> a & 1)) continue;
        int hunger = 1;
        while (!me->beasts[a][hunger]) hunger++;
        me->beasts[a][hunger]--;
        me->owned[a]--;
        me->cards--;
    }
    me->coins += COINS[suspect];
    s->suspected--;
    memmove(s->suspects + index, s->suspects + index + 1, (size_t)(s->suspected - index));
}

static int stuck(const State *s) {
    if (s->passes == PLAYERS) return 1;
    for (int a = 0; a < ANIMALS; a++) if (s->left[a]) return 0;
    for (int p = 0; p < PLAYERS; p++) {
        uint8_t have = animals(&s->players[p]);
        for (int n = 0; n < s->suspected; n++) if (!(ALIBI[s->suspects[n]] & ~have)) return 0;
    }
    return 1;
}

/* Carries out a choice; gives whether the game goes on. */
static int choose(State *s, Rng *rng, Choice c) {
    Player *me = &s->players[s->turn];
    if (c.kind != GIVE_UP) s->passes = 0;
    switch (c.kind) {
        case GATHER: draw(s, rng, me); draw(s, rng, me); break;
        case FEED: feed(s, me, c); break;
        case CLEAR: clear(s, me, c.which); break;
        default: s->passes++;
    }
    if (s->suspected == 1) return 0;
    if (stuck(s)) { s->lost = 1; return 0; }
    s->turn = (s->turn + 1) % PLAYERS;
    return 1;
}

void play(uint64_t seed, int64_t games, int64_t *sums) {
    Rng rng = seeded(seed);
#ifndef COUNTING
    Choice choices[1 + ANIMALS * (3 * HUNGRIEST + 1) + SUSPECTS];
#endif
    State s;
    while (games-- > 0) {
        begin(&s, &rng);
#ifdef COUNTING
        int number, of_animal[ANIMALS];
        do {
            sums[0]++;
            number = (int)below(&rng, (uint32_t)count(&s, of_animal));
        } while (choose(&s, &rng, selected(&s, number, of_animal)));
#else
        do sums[0]++;
        while (choose(&s, &rng, choices[below(&rng, (uint32_t)list(&s, choices))]));
#endif
        for (int p = 0; p < PLAYERS; p++) sums[1 + p] += s.lost ? 0 : s.players[p].coins;
    }
}

/* Goofspiel for two with thirteen coins each, prizes shuffled, tied prizes lost, the last coins bid without asking. */
#include "common.h"

typedef struct {
    uint8_t prizes[13], left, bid[2];
    uint8_t hand[2][13], many[2];
    int won[2];
} State;

static int list(const State *s, int player, uint8_t *choices) {
    memcpy(choices, s->hand[player], s->many[player]);
    return s->many[player];
}

static void choose(State *s, int player, uint8_t coin) {
    uint8_t *hand = s->hand[player];
    int at = 0;
    while (hand[at] != coin) at++;
    memmove(hand + at, hand + at + 1, (size_t)(--s->many[player] - at));
    s->bid[player] = coin;
}

static void award(State *s) {
    int prize = s->prizes[--s->left];
    if (s->bid[0] != s->bid[1]) s->won[s->bid[1] > s->bid[0]] += prize;
}

void play(uint64_t seed, int64_t games, int64_t *sums) {
    Rng rng = seeded(seed);
    uint8_t choices[13];
    while (games-- > 0) {
        State s = {.left = 13, .many = {13, 13}};
        for (uint8_t n = 0; n < 13; n++) s.prizes[n] = s.hand[0][n] = s.hand[1][n] = n + 1;
        shuffle(&rng, s.prizes, 13);
        while (s.left > 1) {
            for (int p = 0; p < 2; p++) {
                choose(&s, p, choices[below(&rng, (uint32_t)list(&s, p, choices))]);
                sums[0]++;
            }
            award(&s);
        }
        for (int p = 0; p < 2; p++) choose(&s, p, s.hand[p][0]);
        award(&s);
        for (int p = 0; p < 2; p++) sums[1 + p] += s.won[p];
    }
}

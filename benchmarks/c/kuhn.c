/* Kuhn poker for two. */
#include "common.h"

enum { CHECK, BET, CALL, FOLD };

typedef struct {
    uint8_t deck[3], hand[2], stake[2], folded[2];
    int bettor, player, turns;
} State;

static int list(const State *s, uint8_t *choices) {
    choices[0] = s->bettor < 0 ? CHECK : CALL;
    choices[1] = s->bettor < 0 ? BET : FOLD;
    return 2;
}

/* Carries out a choice; gives whether the game goes on. */
static int choose(State *s, uint8_t choice) {
    int me = s->player;
    s->player = 1 - me;
    s->turns++;
    switch (choice) {
        case CHECK: return s->turns < 2;
        case BET: s->stake[me] = 2; s->bettor = me; return 1;
        case CALL: s->stake[me] = 2; return 0;
        default: s->folded[me] = 1; return 0;
    }
}

void play(uint64_t seed, int64_t games, int64_t *sums) {
    Rng rng = seeded(seed);
    uint8_t choices[2];
    while (games-- > 0) {
        State s = {.deck = {0, 1, 2}, .stake = {1, 1}, .bettor = -1};
        shuffle(&rng, s.deck, 3);
        s.hand[0] = s.deck[2];
        s.hand[1] = s.deck[1];
        do sums[0]++;
        while (choose(&s, choices[below(&rng, (uint32_t)list(&s, choices))]));
        int taker = s.folded[0] ? 1 : s.folded[1] ? 0 : s.hand[1] > s.hand[0];
        for (int p = 0; p < 2; p++) sums[1 + p] += (p == taker ? s.stake[0] + s.stake[1] : 0) - s.stake[p];
    }
}

/* What the hand-written programs share: PCG32, an unbiased bounded draw, a shuffle.
 *
 * Each program plays whole random games of one game for `play`: a struct for the state, every choice listed in an
 * array, one of them picked, the game carried on.  They are yardsticks, written with care but without tricks.
 */
#include <stdint.h>
#include <string.h>

typedef struct { uint64_t state; } Rng;

static inline uint32_t next(Rng *rng) {
    uint64_t old = rng->state;
    rng->state = old * 6364136223846793005ULL + 1442695040888963407ULL;
    uint32_t mixed = (uint32_t)(((old >> 18) ^ old) >> 27), turn = (uint32_t)(old >> 59);
    return (mixed >> turn) | (mixed << ((-turn) & 31));
}

static inline uint32_t below(Rng *rng, uint32_t bound) {
    uint64_t wide = (uint64_t)next(rng) * bound;
    if ((uint32_t)wide < bound) {
        uint32_t least = -bound % bound;
        while ((uint32_t)wide < least) wide = (uint64_t)next(rng) * bound;
    }
    return (uint32_t)(wide >> 32);
}

static inline void shuffle(Rng *rng, uint8_t *cards, int many) {
    for (int last = many - 1; last > 0; last--) {
        int other = (int)below(rng, (uint32_t)last + 1);
        uint8_t held = cards[last];
        cards[last] = cards[other];
        cards[other] = held;
    }
}

static inline Rng seeded(uint64_t seed) {
    Rng rng = {seed + 1442695040888963407ULL};
    next(&rng);
    return rng;
}

/* Plays so many games; `sums` begins with all decisions, then something of each player so that no game is for nothing. */
void play(uint64_t seed, int64_t games, int64_t *sums);

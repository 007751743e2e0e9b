// Writes hashes of 0, 1, 2, … under one family to standard output, raw, until
// the reader has enough: stream FAMILY SEED.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "zobrist.h"

#define BATCH 4096

int main(int argc, char **argv) {
	static const struct {
		const char *name;
		void (*hash)(uint64_t *, uint64_t *, int64_t, uint64_t);
	} families[] = {
		{"simple", zobrist_simple_u64}, {"onepermutation", zobrist_onepermutation_u64},
		{"twisted", zobrist_twisted_u64}, {"permutation", zobrist_permutation_u64},
		{"mixed", zobrist_mixed_u64}, {"double", zobrist_double_u64},
	};
	static uint64_t keys[BATCH], hashes[BATCH];
	if (argc != 3) return 2;
	for (size_t f = 0; f < sizeof families / sizeof *families; f++) {
		if (strcmp(argv[1], families[f].name)) continue;
		for (uint64_t next = 0;; next += BATCH) {
			for (int i = 0; i < BATCH; i++) keys[i] = next + i;
			families[f].hash(keys, hashes, BATCH, strtoull(argv[2], NULL, 10));
			if (fwrite(hashes, sizeof *hashes, BATCH, stdout) != BATCH) return 0;
		}
	}
	return 2;
}

// Writes hashes of 0, 1, 2, … under one family to standard output, raw, until the reader has enough:
// stream FAMILY SEED, the family by its number.
#include <stdio.h>
#include <stdlib.h>
#include "zobrist.h"

#define BATCH 4096

int main(int argc, char **argv) {
	static uint64_t keys[BATCH], hashes[BATCH];
	if (argc != 3) return 2;
	for (uint64_t next = 0;; next += BATCH) {
		for (int i = 0; i < BATCH; i++) keys[i] = next + i;
		zobrist_integers(atoi(argv[1]), keys, hashes, BATCH, strtoull(argv[2], NULL, 10));
		if (fwrite(hashes, sizeof *hashes, BATCH, stdout) != BATCH) return 0;
	}
}

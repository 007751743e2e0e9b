// Prints the hashes of some keys under every family, for comparison with Go: the family's number, what is hashed, the
// number of the key, the hash.
#include <inttypes.h>
#include <stdio.h>
#include "zobrist.h"

int main(void) {
	static void (*bytes[])(void *, int, uint32_t, void *) = {
		zobrist_simple, zobrist_onepermutation, zobrist_twisted, zobrist_permutation, zobrist_mixed, zobrist_double,
	};
	char text[] = "the quick brown fox jumps over the lazy dog";
	uint64_t keys[300], hashes[300];
	for (int i = 0; i < 300; i++) keys[i] = UINT64_C(0x9e3779b97f4a7c15) * i;
	for (int family = 0; family < 6; family++) {
		for (int len = 0; len <= 40; len++) {
			unsigned char out[8];
			bytes[family](text, len, 7, out);
			printf("%d bytes %d ", family, len);
			for (int i = 7; i >= 0; i--) printf("%02x", out[i]);
			printf("\n");
		}
		zobrist_integers(family, keys, hashes, 300, 9);
		for (int i = 0; i < 300; i++) printf("%d integer %d %016" PRIx64 "\n", family, i, hashes[i]);
	}
	return 0;
}

// Prints the hashes of some keys under every family, for comparison with Go.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "zobrist.h"

#define FAMILY(name)                                                          \
	do {                                                                      \
		for (int len = 0; len <= 40; len++) {                                 \
			unsigned char out[8];                                             \
			zobrist_##name(text, len, 7, out);                                \
			printf(#name " bytes %d ", len);                                  \
			for (int i = 7; i >= 0; i--) printf("%02x", out[i]);              \
			printf("\n");                                                     \
		}                                                                     \
		zobrist_##name##_u64(keys, hashes, 300, 9);                           \
		for (int i = 0; i < 300; i++)                                         \
			printf(#name " u64 %d %016" PRIx64 "\n", i, hashes[i]);           \
	} while (0)

int main(void) {
	char text[] = "the quick brown fox jumps over the lazy dog";
	uint64_t keys[300], hashes[300];
	for (int i = 0; i < 300; i++) keys[i] = UINT64_C(0x9e3779b97f4a7c15) * i;
	FAMILY(simple);
	FAMILY(onepermutation);
	FAMILY(twisted);
	FAMILY(permutation);
	FAMILY(mixed);
	FAMILY(double);
	return 0;
}

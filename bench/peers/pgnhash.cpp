// pgnhash FILE ROUNDS reads a file of PGN with Disservin's chess-library, makes every move and XORs the library's
// 64-bit hashes, as bench/pgn_test.go does with ours.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string_view>

#include "chess.hpp"

class Hasher : public chess::pgn::Visitor {
   public:
    uint64_t games = 0, moves = 0, hashes = 0;

    void startPgn() override {
        board_.setFen(chess::constants::STARTPOS);
        games++;
    }
    void header(std::string_view key, std::string_view value) override {
        if (key == "FEN") board_.setFen(value);
    }
    void startMoves() override {}
    void move(std::string_view san, std::string_view) override {
        board_.makeMove<true>(chess::uci::parseSan(board_, san, legal_));
        hashes ^= board_.hash();
        moves++;
    }
    void endPgn() override {}

   private:
    chess::Board board_;
    chess::Movelist legal_;  // room that parseSan uses
};

static double processorSeconds() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int count, char** arguments) {
    if (count != 3) {
        std::fprintf(stderr, "usage: pgnhash FILE ROUNDS\n");
        return 2;
    }
    for (int round = 0; round < std::atoi(arguments[2]); round++) {
        std::ifstream file(arguments[1]);
        Hasher hasher;
        const double start = processorSeconds();
        chess::pgn::StreamParser parser(file);
        if (parser.readGames(hasher).hasError()) {
            std::fprintf(stderr, "pgnhash: cannot read %s\n", arguments[1]);
            return 1;
        }
        const double seconds = processorSeconds() - start;
        std::printf("%llu games, %llu moves, hash %016llx, %.3f s, %.2f M moves/s\n", (unsigned long long)hasher.games,
                    (unsigned long long)hasher.moves, (unsigned long long)hasher.hashes, seconds, hasher.moves / seconds / 1e6);
    }
}

"""Writes known.jsonl, made-up evaluations in Lichess's form, and known.txt, what a store of them has to answer.

python3 known.py, with python-chess on the path; then zstd -19 --rm known.jsonl known.txt. Legal moves, castling and the identity of positions are python-chess's;
the rule of which evaluations are kept is written here a second time.
"""
import json
import random
import chess

rng = random.Random(46)


def random_position():
    board = chess.Board.from_chess960_pos(rng.randrange(960)) if rng.random() < 0.3 else chess.Board()
    if rng.random() < 0.1:
        board = chess.Board(rng.choice([
            "4k3/pppppppp/8/8/8/P7/PPPPPPPP/R3K2R w KQ - 0 1",  # nine pawns
            "rnbqkbnr/pppppppp/8/8/8/3Q4/PPPPPPPP/RNBQKBNR w KQkq - 0 1",  # seventeen pieces
            "4k3/P6P/8/2pP4/8/8/p6p/R3K2R w KQ c6 0 1",  # promotions
        ]), chess960=True)
        board.turn = True
    for _ in range(rng.randrange(60)):
        moves = list(board.legal_moves)
        if not moves:
            return random_position()
        board.push(rng.choice(moves))
    return board if any(board.legal_moves) else random_position()


def uci(board, move, king_takes_rook):
    """The text of a move; castling as king takes rook or as the king's move, if nothing else is meant by that."""
    if not board.is_castling(move):
        return move.uci()
    rook = move.to_square
    if board.piece_at(rook) is None or board.piece_at(rook).color != board.turn:
        rank = chess.square_rank(move.from_square)
        short = chess.square_file(move.to_square) > chess.square_file(move.from_square)
        rooks = [s for s in chess.SquareSet(board.castling_rights & chess.BB_RANKS[rank])
                 if (s > move.from_square) == short]
        rook = rooks[0]
    short = rook > move.from_square
    king = chess.square(6 if short else 2, chess.square_rank(rook))
    plain = [m for m in board.legal_moves if not board.is_castling(m)
             and m.from_square == move.from_square and m.to_square == king]
    takes = chess.square_name(move.from_square) + chess.square_name(rook)
    if king_takes_rook or plain or king == move.from_square:
        return takes
    return chess.square_name(move.from_square) + chess.square_name(king)


def random_line(board, plies):
    texts, canonical = [], []
    board = board.copy()
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        castling = [m for m in moves if board.is_castling(m)]
        move = rng.choice(castling if castling and rng.random() < 0.7 else moves)
        texts.append(uci(board, move, rng.random() < 0.5))
        canonical.append(uci(board, move, True))
        board.push(move)
    if rng.random() < 0.05:  # what follows is not legal
        texts.append(rng.choice(["a1a1", "e9e4", "e2e4e5", "0000", "h8h1q"]))
        texts.append("e2e4")
    return " ".join(texts), " ".join(canonical)


def random_eval(board):
    pvs, lines = [], []
    for _ in range(rng.choice([1, 1, 1, 2, 3, 5])):
        text, canonical = random_line(board, rng.choice([1, 3, 7, 8, 9, 10, 10, 14]))
        if rng.random() < 0.15:
            value = {"mate": rng.choice([1, -1, 2, -7, 30])}
        else:
            value = {"cp": rng.choice([0, 1, -1, 31, -250, 1234, -32000, 99999, rng.randrange(-500, 500)])}
        pvs.append({**value, "line": text})
        lines.append((value, canonical))
    depth = rng.choice([0, 1, 20, 22, 30, 36, 50, 62, 63, 64, 99, 245, rng.randrange(20, 60)])
    knodes = rng.choice([3, 999, 12345, 987654, rng.randrange(1, 5_000_000)])
    return {"pvs": pvs, "knodes": knodes, "depth": depth}, (depth, rounded(1000 * knodes), lines)


def rounded(n):
    """Three significant digits, half up."""
    power = max(0, len(str(n)) - 3)
    digits = (2 * n + 10**power) // (2 * 10**power)
    return digits * 10**power


def kept(evaluations):
    """As many lines and as deep replaces; equal ones: more nodes."""
    best = []
    for e in sorted(evaluations, key=lambda e: (-e[0], -len(e[2]), -e[1])):
        if all(len(f[2]) < len(e[2]) for f in best):
            best.append(e)
    return best


def answer(best, n, legal):
    """What /api/cloud-eval answers for n lines."""
    for depth, nodes, lines in best:
        if len(lines) >= min(n, legal):
            return depth, nodes, lines[:n]
    return max(best, key=lambda e: len(e[2]))


def written(e):
    depth, nodes, lines = e
    return f"{depth} {nodes} " + " | ".join(
        ("#%d" % v["mate"] if "mate" in v else "%d" % v["cp"]) + " " + moves for v, moves in lines)


def main():
    known, out = {}, []
    for _ in range(450):
        board = random_position()
        fen = " ".join(board.fen(en_passant="legal").split()[:4])
        for _ in range(rng.choice([1, 1, 1, 2, 3])):  # the position comes again
            pairs = [random_eval(board) for _ in range(rng.choice([1, 1, 2, 3]))]
            entry = {"fen": fen, "evals": [p[0] for p in pairs]}
            if rng.random() < 0.2:
                entry = {"more": [1, {"a": None}], "evals": entry["evals"], "fen": fen, "x": "\\u0041\"\n"}
            out.append(entry)
            known.setdefault(fen, (board.legal_moves.count(), []))[1].extend(p[1] for p in pairs)
    rng.shuffle(out)
    with open("known.jsonl", "w") as f:
        for entry in out:
            f.write(json.dumps(entry, separators=rng.choice([(",", ":"), (", ", ": ")])) + "\n")
    with open("known.txt", "w") as f:
        for fen, (legal, evaluations) in known.items():
            best = kept(evaluations)
            f.write(f"{fen}\n")
            for e in best:
                f.write(f"all {written(e)}\n")
            for n in range(1, 6):
                f.write(f"{n} {written(answer(best, n, legal))}\n")


main()

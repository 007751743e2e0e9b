module github.com/zobrist-go/zobrist/bench

go 1.26.0

replace github.com/zobrist-go/zobrist => ../

require (
	github.com/corentings/chess/v2 v2.3.2
	github.com/klauspost/compress v1.20.3
	github.com/zobrist-go/zobrist v0.0.0
)

require golang.org/x/exp v0.0.0-20250128182459-e0ece0dbea4c // indirect

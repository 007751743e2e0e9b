module github.com/zobrist-go/zobrist/bench

go 1.26.0

replace github.com/zobrist-go/zobrist => ../

require (
	github.com/cespare/xxhash/v2 v2.3.0
	github.com/coocood/freecache v1.2.7
	github.com/corentings/chess/v2 v2.3.2
	github.com/dgraph-io/ristretto/v2 v2.4.2
	github.com/dolthub/swiss v0.2.1
	github.com/klauspost/compress v1.20.4
	github.com/maypok86/otter/v2 v2.4.0
	github.com/puzpuzpuz/xsync/v4 v4.5.0
	github.com/zeebo/xxh3 v1.1.0
	github.com/zobrist-go/zobrist v0.0.0
	go.etcd.io/bbolt v1.5.0
	golang.org/x/sys v0.50.0
)

require (
	github.com/VictoriaMetrics/metrics v1.45.0 // indirect
	github.com/dolthub/maphash v0.1.0 // indirect
	github.com/dustin/go-humanize v1.1.0 // indirect
	github.com/klauspost/cpuid/v2 v2.4.2 // indirect
	github.com/valyala/fastrand v1.1.0 // indirect
	github.com/valyala/histogram v1.2.0 // indirect
	golang.org/x/exp v0.0.0-20261113113407-e3970619a1a4 // indirect
	golang.org/x/text v0.44.0 // indirect
)

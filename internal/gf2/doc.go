// Package gf2 is the arithmetic over two elements that coded keys and audits
// share: the fields GF(2^m), cyclotomic cosets, vectors of 128 coordinates and
// the elimination of matrices of 128 rows.
package gf2

// Package gf2 has the arithmetic over GF(2) that coded keys and audits share: the fields GF(2^m),
// cyclotomic cosets, vectors of 128 coordinates and the elimination of matrices of 128 rows.
package gf2

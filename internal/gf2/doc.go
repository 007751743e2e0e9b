// Package gf2 holds the arithmetic over two elements that coded keys and
// audits share: the fields GF(2^m), cyclotomic cosets, and square matrices of
// up to 128 rows.
package gf2

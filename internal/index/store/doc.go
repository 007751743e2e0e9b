// Package store is what package index and its stores share: the games, filters, tallies and manifests that go between
// them, and the interfaces [Store], [Snapshot] and [Builder].
//
// Package index has aliases of what its users need. The rest is for authors of stores: [Facts], a game's facts in one
// word; [Matcher], a prepared filter; [Batch] and its visits; [Key], the part of a hash that is kept; [Top], the first
// positions of a ranking.
package store

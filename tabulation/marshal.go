package tabulation

// The binary form of each function is described at [Decode32].

// MarshalBinary returns the tables; it never fails.
func (t *Simple32) MarshalBinary() ([]byte, error) { return encode(t), nil }

// UnmarshalBinary sets t to what MarshalBinary returned. On an error, a
// *[FormatError], t is unchanged.
func (t *Simple32) UnmarshalBinary(data []byte) error { return decodeInto(t, data) }

// MarshalBinary returns the tables; it never fails.
func (t *Simple64) MarshalBinary() ([]byte, error) { return encode(t), nil }

// UnmarshalBinary sets t to what MarshalBinary returned. On an error, a
// *[FormatError], t is unchanged.
func (t *Simple64) UnmarshalBinary(data []byte) error { return decodeInto(t, data) }

// MarshalBinary returns the tables; it never fails.
func (t *OnePermutation32) MarshalBinary() ([]byte, error) { return encode(t), nil }

// UnmarshalBinary sets t to what MarshalBinary returned. On an error, a
// *[FormatError], t is unchanged.
func (t *OnePermutation32) UnmarshalBinary(data []byte) error { return decodeInto(t, data) }

// MarshalBinary returns the tables; it never fails.
func (t *OnePermutation64) MarshalBinary() ([]byte, error) { return encode(t), nil }

// UnmarshalBinary sets t to what MarshalBinary returned. On an error, a
// *[FormatError], t is unchanged.
func (t *OnePermutation64) UnmarshalBinary(data []byte) error { return decodeInto(t, data) }

// MarshalBinary returns the tables; it never fails.
func (t *Twisted32) MarshalBinary() ([]byte, error) { return encode(t), nil }

// UnmarshalBinary sets t to what MarshalBinary returned. On an error, a
// *[FormatError], t is unchanged.
func (t *Twisted32) UnmarshalBinary(data []byte) error { return decodeInto(t, data) }

// MarshalBinary returns the tables; it never fails.
func (t *Twisted64) MarshalBinary() ([]byte, error) { return encode(t), nil }

// UnmarshalBinary sets t to what MarshalBinary returned. On an error, a
// *[FormatError], t is unchanged.
func (t *Twisted64) UnmarshalBinary(data []byte) error { return decodeInto(t, data) }

// MarshalBinary returns the tables; it never fails.
func (t *Permutation32) MarshalBinary() ([]byte, error) { return encode(t), nil }

// UnmarshalBinary sets t to what MarshalBinary returned. On an error, a
// *[FormatError], t is unchanged.
func (t *Permutation32) UnmarshalBinary(data []byte) error { return decodeInto(t, data) }

// MarshalBinary returns the tables; it never fails.
func (t *Permutation64) MarshalBinary() ([]byte, error) { return encode(t), nil }

// UnmarshalBinary sets t to what MarshalBinary returned. On an error, a
// *[FormatError], t is unchanged.
func (t *Permutation64) UnmarshalBinary(data []byte) error { return decodeInto(t, data) }

// MarshalBinary returns the tables; it never fails.
func (t *Mixed32) MarshalBinary() ([]byte, error) { return encode(t), nil }

// UnmarshalBinary sets t to what MarshalBinary returned. On an error, a
// *[FormatError], t is unchanged.
func (t *Mixed32) UnmarshalBinary(data []byte) error { return decodeInto(t, data) }

// MarshalBinary returns the tables; it never fails.
func (t *Mixed64) MarshalBinary() ([]byte, error) { return encode(t), nil }

// UnmarshalBinary sets t to what MarshalBinary returned. On an error, a
// *[FormatError], t is unchanged.
func (t *Mixed64) UnmarshalBinary(data []byte) error { return decodeInto(t, data) }

// MarshalBinary returns the tables; it never fails.
func (t *Double32) MarshalBinary() ([]byte, error) { return encode(t), nil }

// UnmarshalBinary sets t to what MarshalBinary returned. On an error, a
// *[FormatError], t is unchanged.
func (t *Double32) UnmarshalBinary(data []byte) error { return decodeInto(t, data) }

// MarshalBinary returns the tables; it never fails.
func (t *Double64) MarshalBinary() ([]byte, error) { return encode(t), nil }

// UnmarshalBinary sets t to what MarshalBinary returned. On an error, a
// *[FormatError], t is unchanged.
func (t *Double64) UnmarshalBinary(data []byte) error { return decodeInto(t, data) }

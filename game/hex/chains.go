package hex

// chains is a forest of disjoint sets over the cells of the padded board, with
// union by size and without path compression, so that joins can be undone.
type chains struct {
	parent []int16
	size   []int16
	joined []int16 // roots that have become children of another, in order
}

// root returns the cell that stands for the chain of cell i.
func (c *chains) root(i int) int {
	for int(c.parent[i]) != i {
		i = int(c.parent[i])
	}
	return i
}

// join makes one chain of two.
func (c *chains) join(i, j int) {
	i, j = c.root(i), c.root(j)
	if i == j {
		return
	}
	if c.size[i] < c.size[j] {
		i, j = j, i
	}
	c.parent[j] = int16(i)
	c.size[i] += c.size[j]
	c.joined = append(c.joined, int16(j))
}

// undo undoes joins until n are left.
func (c *chains) undo(n int) {
	for len(c.joined) > n {
		j := c.joined[len(c.joined)-1]
		c.joined = c.joined[:len(c.joined)-1]
		c.size[c.parent[j]] -= c.size[j]
		c.parent[j] = j
	}
}

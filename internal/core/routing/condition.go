package routing

import (
	"errors"
	"fmt"

	"linnet/internal/base/fault"
)

// sentence is an error whose text is shown to people.
func sentence(text string) error { return errors.New(text) }

type shape uint8

const (
	leafShape shape = iota
	allShape
	anyShape
	notShape
)

// node is a compiled condition. It is a tree of values with a switch instead
// of interfaces or closures, so that a Visit never escapes to the heap.
type node struct {
	shape shape
	kids  []node
	leaf  leaf
}

func (n *node) holds(v *Visit, linkID string) bool {
	switch n.shape {
	case allShape:
		for i := range n.kids {
			if !n.kids[i].holds(v, linkID) {
				return false
			}
		}
		return true
	case anyShape:
		for i := range n.kids {
			if n.kids[i].holds(v, linkID) {
				return true
			}
		}
		return false
	case notShape:
		return !n.kids[0].holds(v, linkID)
	default:
		return n.leaf.holds(v, linkID)
	}
}

// compiler compiles conditions to nodes and collects every fault, so
// that validation and compilation can never disagree.
type compiler struct {
	faults fault.List
	leaves int
}

func (c *compiler) condition(at string, when *Condition, depth int) node {
	if depth > MaxDepth && when.Field == "" {
		c.faults.Add(at, fmt.Sprintf("Conditions can be nested %d deep at most.", MaxDepth))
		return node{}
	}
	if shapes(when) != 1 {
		c.faults.Add(at, "Specify exactly one of all, any, not, or a field.")
		return node{}
	}
	switch {
	case when.All != nil:
		return node{shape: allShape, kids: c.group(at, ".all", when.All, depth)}
	case when.Any != nil:
		return node{shape: anyShape, kids: c.group(at, ".any", when.Any, depth)}
	case when.Not != nil:
		return node{shape: notShape, kids: []node{c.condition(at+".not", when.Not, depth+1)}}
	}
	if c.leaves++; c.leaves == MaxLeaves+1 {
		c.faults.Add(at, fmt.Sprintf("The rules of a link can hold %d conditions at most.", MaxLeaves))
	}
	if c.leaves > MaxLeaves {
		return node{}
	}
	return node{leaf: c.leaf(at, when)}
}

func (c *compiler) group(at, name string, conditions []Condition, depth int) []node {
	if len(conditions) == 0 {
		c.faults.Add(at+name, "Add at least one condition.")
		return nil
	}
	if len(conditions) > MaxLeaves {
		c.faults.Add(at+name, fmt.Sprintf("A group can hold %d conditions at most.", MaxLeaves))
		return nil
	}
	kids := make([]node, len(conditions))
	for i := range conditions {
		if c.faults.Full() {
			return nil
		}
		kids[i] = c.condition(fmt.Sprintf("%s%s[%d]", at, name, i), &conditions[i], depth+1)
	}
	return kids
}

// shapes counts the forms of a condition; a valid one has exactly one.
func shapes(when *Condition) int {
	n := 0
	if when.All != nil {
		n++
	}
	if when.Any != nil {
		n++
	}
	if when.Not != nil {
		n++
	}
	if when.Field != "" || when.Op != "" || when.Name != "" || when.Values != nil {
		n++
	}
	return n
}

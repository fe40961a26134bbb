package analytics

import "linnet/internal/core/click"

// Subject is what the clicks of a query are: the click store holds more than clicks on
// links. Workspaces, plans and links count LinkClicks only.
type Subject int

// The subjects. A click on a link that was followed from a block of a bio page is in both
// LinkClicks and BlockClicks; no other click has two subjects.
const (
	LinkClicks   Subject = iota // clicks on links
	OrphanVisits                // visits to unknown aliases
	PageViews                   // views of bio pages
	BlockClicks                 // clicks on the blocks of bio pages, whether they are of links or not
)

// Condition is whether a click has an id in a dimension.
type Condition struct {
	Dimension Dimension
	Has       bool
}

// Conditions returns what distinguishes the clicks of the subject from all others.
func (s Subject) Conditions() []Condition {
	switch s {
	case OrphanVisits:
		return []Condition{{Link, false}, {Page, false}}
	case PageViews:
		return []Condition{{Link, false}, {Page, true}, {Block, false}}
	case BlockClicks:
		return []Condition{{Page, true}, {Block, true}}
	default:
		return []Condition{{Link, true}}
	}
}

// Covers reports whether c is a click of the subject.
func (s Subject) Covers(c *click.Click) bool {
	for _, must := range s.Conditions() {
		if (NumberOf(must.Dimension, c) != 0) != must.Has {
			return false
		}
	}
	return true
}

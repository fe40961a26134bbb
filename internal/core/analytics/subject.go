package analytics

import (
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
)

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

// Outcomes returns the outcomes of the clicks of the subject, unless Query.AnyOutcome
// is set; nil: Conditions are enough.
func (s Subject) Outcomes() []visitor.Outcome {
	if s == LinkClicks || s == BlockClicks {
		return visitor.CountedOutcomes()
	}
	return nil
}

// Covers reports whether c is a click of the subject.
func (s Subject) Covers(c *click.Click) bool {
	return s.meets(c) && (s.Outcomes() == nil || c.Outcome.Counts())
}

// meets reports whether c is a visit that meets Conditions.
func (s Subject) meets(c *click.Click) bool {
	for _, must := range s.Conditions() {
		if (NumberOf(must.Dimension, c) != 0) != must.Has {
			return false
		}
	}
	return true
}

// Covers reports whether c is a click of the subject and has one of the outcomes that the
// query counts.
func (q *Query) Covers(c *click.Click) bool {
	if q.AnyOutcome {
		return q.Subject.meets(c)
	}
	return q.Subject.Covers(c)
}

// textsOf returns outcomes as the values of a filter.
func textsOf(outcomes []visitor.Outcome) []string {
	texts := make([]string, len(outcomes))
	for i, o := range outcomes {
		texts[i] = string(o)
	}
	return texts
}

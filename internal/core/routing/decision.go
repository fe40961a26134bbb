package routing

import (
	"linnet/internal/base/ident"
	"linnet/internal/core/visitor"
)

// Decision is the response to a visit of a link.
type Decision struct {
	Outcome  visitor.Outcome
	Status   int    // of the HTTP answer
	Location string // verbatim; empty when the visitor is sent nowhere
	// Own is Location without the visitor's query, "" where they are the same.
	Own    string
	RuleID string // the rule that decided; empty for none
	Rule   uint64 // ident.Number of RuleID
	// Variant is the address of the split's branch, as configured; empty: no split
	// decided.
	Variant string

	// Claim says that the link allows a limited number of clicks and that the
	// visitor is a person: a click must be claimed before Location is handed out.
	// When none is left, decide again with Visit.Exhausted. Visits that Visit.Bot
	// reports use up no click.
	Claim bool
	// Track reports whether the destination receives the click's id: send Sent(id)
	// instead of Location.
	Track bool
	// Permanent reports whether browsers may cache the response indefinitely: the
	// status is permanent, and the link has no rule, limit or schedule.
	Permanent bool
}

// ClickParameter is the query parameter with the click's id, under which the
// destination can report conversions.
const ClickParameter = "linnet_click"

// Sent returns the address that the visitor is handed: Location, with the
// click's id where the destination is to learn it and there is one.
func (d *Decision) Sent(clickID uint64) string {
	if !d.Track || clickID == 0 {
		return d.Location
	}
	return MergeQuery(d.Location, ClickParameter+"="+ident.Text(ident.Click, clickID))
}

// Recorded returns the address that analytics store and group by: Location
// without the visitor's query, which may contain personal data.
func (d *Decision) Recorded() string {
	if d.Own != "" {
		return d.Own
	}
	return d.Location
}

// Stage names a part of the way through a decision.
type Stage string

// The stages, in order.
const (
	StageLifecycle Stage = "lifecycle"
	StagePassword  Stage = "password"
	StageRule      Stage = "rule"
	StageSplit     Stage = "split"
	StageAnswer    Stage = "answer"
)

// Step is one line of the simulator's account of a decision.
type Step struct {
	Stage  Stage  `json:"stage"`
	RuleID string `json:"ruleId,omitempty"`
	Name   string `json:"name,omitempty"` // of the rule
	Held   bool   `json:"held"`           // whether this step decided
	Why    string `json:"why"`            // a sentence for people
}

// trace gathers steps; a nil trace gathers nothing and costs nothing.
type trace struct {
	steps []Step
}

func (t *trace) add(s Step) {
	if t != nil {
		t.steps = append(t.steps, s)
	}
}

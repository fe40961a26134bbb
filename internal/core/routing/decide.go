package routing

import (
	"fmt"
	"strings"

	"linnet/internal/core/visitor"
)

// Decide returns what the visitor gets. It is total: every visit of every
// route has an answer. For a link without rules, query or path to merge it
// allocates nothing.
func (r *Route) Decide(v *Visit) Decision { return r.decide(v, nil) }

// Explain is Decide with an account of every step, for the simulator.
func (r *Route) Explain(v *Visit) (Decision, []Step) {
	var t trace
	d := r.decide(v, &t)
	return d, t.steps
}

func (r *Route) decide(v *Visit, t *trace) Decision {
	if d, over := r.lifecycle(v, t); over {
		return d
	}
	if r.extra == nil {
		return r.send(v, t, &r.dest, nil)
	}
	if r.extra.passwordHash != "" {
		if !v.Unlocked {
			t.add(Step{Stage: StagePassword, Held: true, Why: "The link requires its password."})
			return Decision{Outcome: visitor.Locked, Status: 200}
		}
		t.add(Step{Stage: StagePassword, Why: "The password was given."})
	}
	for i := range r.extra.rules {
		rule := &r.extra.rules[i]
		held := rule.when.holds(v, r.linkID)
		if t != nil {
			t.add(Step{Stage: StageRule, RuleID: rule.id, Name: rule.name, Held: held, Why: rule.when.why(v, r.linkID)})
		}
		if held {
			return r.apply(rule, v, t)
		}
	}
	if r.extra.split != nil {
		return r.sendBranch(r.extra.split, v, t, nil)
	}
	return r.send(v, t, &r.dest, nil)
}

// lifecycle decides for links that do not redirect currently.
func (r *Route) lifecycle(v *Visit, t *trace) (Decision, bool) {
	now := v.Now.UnixMilli()
	switch {
	case r.state != "":
		t.add(Step{Stage: StageLifecycle, Held: true, Why: fmt.Sprintf("The link is %s.", r.state)})
		return Decision{Outcome: r.state, Status: r.goneStatus()}, true
	case r.startsAt != 0 && now < r.startsAt:
		t.add(Step{Stage: StageLifecycle, Held: true, Why: "The link has not started yet."})
		return Decision{Outcome: visitor.Scheduled, Status: 404}, true
	case r.expiresAt != 0 && now >= r.expiresAt:
		t.add(Step{Stage: StageLifecycle, Held: true, Why: "The link has expired."})
		return r.ended(), true
	case r.maxClicks > 0 && v.Exhausted:
		t.add(Step{Stage: StageLifecycle, Held: true, Why: "The link's clicks are used up."})
		return r.ended(), true
	}
	t.add(Step{Stage: StageLifecycle, Why: "The link is active."})
	return Decision{}, false
}

// goneStatus returns 451 for a link that the operator blocked, else 410.
func (r *Route) goneStatus() int {
	if r.state == visitor.Blocked && !r.suspended {
		return 451
	}
	return 410
}

// ended is the fallback chain: the link's address, the domain's, the page.
// Neither address is the link's destination: nothing is merged into it.
func (r *Route) ended() Decision {
	if r.extra != nil && r.extra.fallback != "" {
		return Decision{Outcome: visitor.FellBack, Status: 302, Location: r.extra.fallback}
	}
	return Decision{Outcome: visitor.Expired, Status: 410}
}

func (r *Route) apply(rule *rule, v *Visit, t *trace) Decision {
	switch {
	case rule.block != 0:
		t.add(Step{Stage: StageAnswer, Held: true, Why: fmt.Sprintf("The rule blocks with %d.", rule.block)})
		return Decision{Outcome: visitor.Blocked, Status: int(rule.block), RuleID: rule.id, Rule: rule.number}
	case rule.split != nil:
		return r.sendBranch(rule.split, v, t, rule)
	default:
		return r.send(v, t, &rule.dest, rule)
	}
}

// sendBranch sends the visitor to their branch of a split.
func (r *Route) sendBranch(s *split, v *Visit, t *trace, by *rule) Decision {
	i, dest := s.pick(v.Key())
	if t != nil {
		t.add(Step{Stage: StageSplit, Held: true, Why: fmt.Sprintf("This visitor always gets branch %d of %d.", i+1, len(s.branches))})
	}
	d := r.send(v, t, dest, by)
	if d.Outcome == visitor.Redirected {
		d.Variant = s.variants[i]
	}
	return d
}

// send returns a redirect to dest. A social crawler gets the link's preview card
// instead, which does not count against maxClicks.
func (r *Route) send(v *Visit, t *trace, dest *destination, by *rule) Decision {
	d := Decision{Outcome: visitor.Redirected, Status: int(r.status)}
	if by != nil {
		d.RuleID, d.Rule = by.id, by.number
	}
	if r.extra != nil && r.extra.preview != (Preview{}) && v.Agent().Bot == visitor.BotPreview {
		t.add(Step{Stage: StageAnswer, Held: true, Why: "A social crawler gets the link's preview card."})
		d.Outcome, d.Status = visitor.Previewed, 200
		return d
	}
	location, own := dest.forward(v, r.forwardPath, r.forwardQuery)
	if d.Location = location; own != location {
		d.Own = own
	}
	d.Claim = r.maxClicks > 0 && !v.Bot()
	d.Track = r.track && hierarchical(d.Location) && !v.Bot()
	d.Permanent = r.constant && (r.status == 301 || r.status == 308)
	if t != nil {
		t.add(Step{Stage: StageAnswer, Held: true, Why: r.answer(dest, &d)})
	}
	return d
}

func (r *Route) answer(dest *destination, d *Decision) string {
	notes := []string{fmt.Sprintf("Redirect with %d", r.status)}
	if d.Location != dest.raw {
		notes = append(notes, "with what the visitor's address adds")
	}
	if d.Track {
		notes = append(notes, "with the click's id for conversions")
	}
	return strings.Join(notes, ", ") + "."
}

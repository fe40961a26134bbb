package shlink

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"

	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/edge/compat"
)

// redirectRule is a rule as Shlink has it: all of its conditions must hold.
type redirectRule struct {
	LongURL    string          `json:"longUrl"`
	Priority   int             `json:"priority,omitempty"` // of answers
	Conditions []ruleCondition `json:"conditions"`
}

// rulesOf returns the rules of a link that Shlink can have, and whether these are all.
func rulesOf(l *link.Link) (rules []redirectRule, all bool) {
	rules = []redirectRule{}
	for i := range l.Rules {
		conditions, ok := conditionsOf(l.Rules[i].When)
		if ok && l.Rules[i].Then.Redirect != "" {
			rules = append(rules, redirectRule{l.Rules[i].Then.Redirect, len(rules) + 1, conditions})
		}
	}
	return rules, len(rules) == len(l.Rules)
}

// conditionsOf returns the conditions that must all hold; false: Shlink cannot have them.
func conditionsOf(when routing.Condition) ([]ruleCondition, bool) {
	leaves := when.All
	if when.Field != "" {
		leaves = []routing.Condition{when}
	}
	out := make([]ruleCondition, 0, len(leaves))
	for _, leaf := range leaves {
		condition, ok := conditionOf(leaf)
		if !ok {
			return nil, false
		}
		out = append(out, condition)
	}
	return out, len(out) > 0
}

func writeRules(w http.ResponseWriter, l *link.Link) error {
	rules, _ := rulesOf(l)
	return compat.WriteJSON(w, http.StatusOK, map[string]any{"defaultLongUrl": l.URL, "redirectRules": rules})
}

func (a *api) setRules(w http.ResponseWriter, c *compat.Call) error {
	code, end := part(c)
	if end != rulesEnd {
		return notFound(code, c.URL.Query().Get("domain"))
	}
	l, err := a.find(c, code)
	if err != nil {
		return err
	}
	if _, all := rulesOf(l); !all {
		return errOtherRules()
	}
	var in struct {
		RedirectRules []redirectRule `json:"redirectRules"`
	}
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	rules := make([]routing.Rule, len(in.RedirectRules))
	for i, of := range in.RedirectRules {
		if rules[i], err = ruleOf(of); err != nil {
			return err
		}
	}
	changed, err := a.Links.Update(c.Context(), c.Actor, l.ID, []int64{l.Version}, func(d *link.Draft) { d.Rules = sameIDs(rules, d.Rules) })
	if err != nil {
		return err
	}
	return writeRules(w, changed)
}

// errOtherRules returns the problem of a change that would lose rules.
func errOtherRules() error {
	return &problem{
		kind: "redirect-rules-not-editable", status: http.StatusUnprocessableEntity, title: "Redirect rules cannot be edited",
		detail: "The short URL has rules that Shlink cannot have, which would be lost. Edit its rules in Linnet.",
	}
}

// ruleOf returns a rule as Linnet has it.
func ruleOf(of redirectRule) (routing.Rule, error) {
	if of.LongURL == "" || len(of.Conditions) == 0 {
		return routing.Rule{}, invalidData("A rule has a longUrl and at least one condition.", "redirectRules")
	}
	when := routing.Condition{All: make([]routing.Condition, len(of.Conditions))}
	for i, condition := range of.Conditions {
		leaf, ok := leafOf(condition)
		if !ok {
			return routing.Rule{}, invalidData(fmt.Sprintf("A condition of the type %q does not have these values.", condition.Type), "redirectRules")
		}
		when.All[i] = leaf
	}
	return routing.Rule{When: when, Then: routing.Action{Redirect: of.LongURL}}, nil
}

// sameIDs returns the rules with the ids and names of equal old ones, by which clicks are counted.
func sameIDs(rules, old []routing.Rule) []routing.Rule {
	rules, old = slices.Clone(rules), slices.Clone(old)
	for i := range rules {
		at := slices.IndexFunc(old, func(r routing.Rule) bool {
			return reflect.DeepEqual(r.When, rules[i].When) && reflect.DeepEqual(r.Then, rules[i].Then)
		})
		if at >= 0 {
			rules[i] = old[at]
			old = slices.Delete(old, at, at+1)
		}
	}
	return rules
}

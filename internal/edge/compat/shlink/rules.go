package shlink

import (
	"net/http"
	"reflect"
	"slices"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
	"linnet/internal/core/routing"
	"linnet/internal/core/routing/shlinkrule"
	"linnet/internal/edge/compat"
)

// rulesOf returns the rules of a link that Shlink can have, and whether these are all.
func rulesOf(l *link.Link) (rules []shlinkrule.Rule, all bool) {
	rules = []shlinkrule.Rule{}
	for _, of := range l.Rules {
		if rule, ok := shlinkrule.Of(of); ok {
			rule.Priority = len(rules) + 1
			rules = append(rules, rule)
		}
	}
	return rules, len(rules) == len(l.Rules)
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
		RedirectRules []shlinkrule.Rule `json:"redirectRules"`
	}
	if err := c.Decode(w, &in); err != nil {
		return err
	}
	rules := make([]routing.Rule, len(in.RedirectRules))
	for i, of := range in.RedirectRules {
		if rules[i], err = of.Linnet(); err != nil {
			return invalidData(fault.Sentence(err), "redirectRules")
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

// Package shlinkrule translates the redirect rules of Shlink 5 and Linnet into each other, for
// the drop-in API and for imports.
package shlinkrule

import (
	"fmt"

	"linnet/internal/base/fault"
	"linnet/internal/core/routing"
)

// Rule is a rule as Shlink has it: all of its conditions must hold.
type Rule struct {
	LongURL    string      `json:"longUrl"`
	Priority   int         `json:"priority,omitempty"` // from 1, of answers
	Conditions []Condition `json:"conditions"`
}

// Of returns a rule as Shlink has it, without a priority; false: Shlink cannot have it.
func Of(rule routing.Rule) (Rule, bool) {
	conditions, ok := conditionsOf(rule.When)
	return Rule{LongURL: rule.Then.Redirect, Conditions: conditions}, ok && rule.Then.Redirect != ""
}

// conditionsOf returns the conditions that must all hold; false: Shlink cannot have them.
func conditionsOf(when routing.Condition) ([]Condition, bool) {
	leaves := when.All
	if when.Field != "" {
		leaves = []routing.Condition{when}
	}
	out := make([]Condition, 0, len(leaves))
	for _, leaf := range leaves {
		condition, ok := conditionOf(leaf)
		if !ok {
			return nil, false
		}
		out = append(out, condition)
	}
	return out, len(out) > 0
}

// Linnet returns the rule as Linnet has it. It is Invalid for a rule without a destination or
// conditions, and for a condition that Linnet does not have.
func (r Rule) Linnet() (routing.Rule, error) {
	if r.LongURL == "" || len(r.Conditions) == 0 {
		return routing.Rule{}, fault.New(fault.Invalid, "A rule has a longUrl and at least one condition.")
	}
	when := routing.Condition{All: make([]routing.Condition, len(r.Conditions))}
	for i, condition := range r.Conditions {
		leaf, ok := leafOf(condition)
		if !ok {
			return routing.Rule{}, fault.New(fault.Invalid, fmt.Sprintf("A condition of the type %q does not have these values.", condition.Type))
		}
		when.All[i] = leaf
	}
	return routing.Rule{When: when, Then: routing.Action{Redirect: r.LongURL}}, nil
}

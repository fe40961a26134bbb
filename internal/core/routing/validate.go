package routing

import (
	"fmt"
)

// ValidateRules checks everything about rules but their destinations, which
// EachURL lists for the link's own check. The error is one fault that names
// every faulty part, such as `rules[2].when.all[0].values`.
func ValidateRules(rules []Rule) error {
	var c compiler
	c.rules(rules)
	return c.faults.Err()
}

// ValidateSplit checks a link's own split; nil is none. Faults are named
// `split…`.
func ValidateSplit(branches []Branch) error {
	if branches == nil {
		return nil
	}
	var c compiler
	c.split("split", branches)
	return c.faults.Err()
}

// EachURL calls visit with every destination in rules and split and the name
// of its field, such as `rules[0].then.split[1].url`.
func EachURL(rules []Rule, split []Branch, visit func(field, url string)) {
	for i, rule := range rules {
		at := fmt.Sprintf("rules[%d].then", i)
		if rule.Then.Redirect != "" {
			visit(at+".redirect", rule.Then.Redirect)
		}
		for j, b := range rule.Then.Split {
			visit(fmt.Sprintf("%s.split[%d].url", at, j), b.URL)
		}
	}
	for i, b := range split {
		visit(fmt.Sprintf("split[%d].url", i), b.URL)
	}
}

// rules compiles the conditions of rules; the actions are checked only, for
// they need the link's own settings to be compiled.
func (c *compiler) rules(rules []Rule) []node {
	if len(rules) > MaxRules {
		c.faults.Add("rules", fmt.Sprintf("A link can have %d rules at most.", MaxRules))
		return nil
	}
	nodes := make([]node, len(rules))
	ids := make(map[string]bool, len(rules))
	for i := range rules {
		if c.faults.Full() {
			return nil
		}
		rule, at := &rules[i], fmt.Sprintf("rules[%d]", i)
		if rule.ID != "" && ids[rule.ID] {
			c.faults.Add(at+".id", "Another rule of this link has the same id.")
		}
		ids[rule.ID] = true
		if len(rule.Name) > maxNameBytes {
			c.faults.Add(at+".name", fmt.Sprintf("A rule's name can have %d bytes at most.", maxNameBytes))
		}
		nodes[i] = c.condition(at+".when", &rule.When, 1)
		c.action(at+".then", &rule.Then)
	}
	return nodes
}

func (c *compiler) action(at string, then *Action) {
	n := 0
	if then.Redirect != "" {
		n++
	}
	if then.Split != nil {
		n++
		c.split(at+".split", then.Split)
	}
	if then.Block != 0 {
		n++
		if then.Block != 404 && then.Block != 410 && then.Block != 451 {
			c.faults.Add(at+".block", "The status of a block must be 404, 410 or 451.")
		}
	}
	if n != 1 {
		c.faults.Add(at, "Specify exactly one of redirect, split or block.")
	}
}

func (c *compiler) split(at string, branches []Branch) {
	if len(branches) < 2 || len(branches) > MaxBranches {
		c.faults.Add(at, fmt.Sprintf("A split has 2 to %d branches.", MaxBranches))
		return
	}
	sum := 0
	for i, b := range branches {
		if b.URL == "" {
			c.faults.Add(fmt.Sprintf("%s[%d].url", at, i), "Enter the URL of this branch.")
		}
		if b.Weight < 0 || b.Weight > 100 {
			c.faults.Add(fmt.Sprintf("%s[%d].weight", at, i), "A weight is a whole number from 0 to 100.")
		}
		sum += min(max(b.Weight, -1), 101)
	}
	if sum != 100 {
		c.faults.Add(at, fmt.Sprintf("The weights add to %d; they must add to 100.", sum))
	}
}

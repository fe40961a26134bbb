package sitematch

import (
	"regexp"
	"strings"

	"linnet/internal/base/budget"
)

// maxProperties bounds the custom properties of a site.
const maxProperties = 5000

// maxSelector bounds the selectors that are read, in bytes.
const maxSelector = 200

// reading is what the style sheets of a site say about its look. Values may have custom
// properties.
type reading struct {
	budget     *budget.Budget
	properties map[string]string
	parts      [parts]map[string]string // declarations by name
}

// target is a part of a page that rules apply to.
type target int

const (
	pageTarget target = iota
	link
	heading
	ordinaryButton
	mainButton
	parts         // their number
	root  = parts // the root, for custom properties
)

// targets is a set of targets.
type targets [root + 1]bool

// read returns the declarations of style sheets in their order.
func read(b *budget.Budget, sheets []string) *reading {
	r := &reading{budget: b, properties: map[string]string{}}
	for i := range r.parts {
		r.parts[i] = map[string]string{}
	}
	for _, sheet := range sheets {
		eachRule(b, sheet, func(selectors []string, declarations []declaration) {
			r.add(targetsOf(selectors), declarations)
		})
	}
	return r
}

// targetsOf returns what selectors apply to. Each selector is looked at once, so that a rule
// takes time in proportion to its selectors and its declarations, not to their product.
func targetsOf(selectors []string) targets {
	var all targets
	for _, selector := range selectors {
		if len(selector) > maxSelector {
			continue
		}
		isRoot := rootPattern.MatchString(selector) && !strings.Contains(selector, "dark")
		all[root] = all[root] || isRoot
		if t, ok := targetOf(selector, isRoot); ok {
			all[t] = true
		}
	}
	return all
}

func (r *reading) add(to targets, declarations []declaration) {
	for _, d := range declarations {
		if strings.HasPrefix(d.name, "--") {
			if _, known := r.properties[d.name]; to[root] && (known || len(r.properties) < maxProperties) {
				r.properties[d.name] = d.value
			}
			continue
		}
		name := d.name
		switch name {
		case "background", "background-color":
			if d.value == "" || d.value == "inherit" || d.value == "none" {
				continue
			}
			name = "background"
		case "color", "font-family", "font", "border-radius":
		default:
			continue
		}
		for part, declared := range r.parts {
			if to[part] {
				declared[name] = d.value
			}
		}
	}
}

var (
	rootPattern   = regexp.MustCompile(`^(:root|html|body|:host|\*)([.#\[][^ >+~]*)?$`)
	buttonPattern = regexp.MustCompile(`(^|[^a-z])(button|btn|cta)([^a-z]|$)`)
	mainPattern   = regexp.MustCompile(`primary|cta|main|brand|submit`)
	// Other states and parts, and buttons that have no background of their own.
	statePattern = regexp.MustCompile(`dark|:(hover|focus|active|visited|disabled|not|before|after|where|is|:)|\[disabled|` +
		`(btn|button)[-_]*(group|close|link|ghost|outline|icon|toolbar|secondary|light|text|sm|xs|menu|nav)|close|menu|nav|toggle|group|icon|secondary|outline`)
)

// targetOf returns the part of the page that a selector applies to, and false for any other.
func targetOf(selector string, isRoot bool) (target, bool) {
	last := selector[strings.LastIndexAny(selector, " >+~")+1:]
	found := ordinaryButton
	switch {
	case strings.HasPrefix(selector, "*"): // resets
		return 0, false
	case isRoot:
		found = pageTarget
	case selector == "a" || selector == "a:link":
		found = link
	case selector == "h1" || selector == "h2" || selector == "h3":
		found = heading
	case !buttonPattern.MatchString(last):
		return 0, false
	case mainPattern.MatchString(last):
		found = mainButton
	}
	return found, !statePattern.MatchString(selector)
}

// value returns a resolved value, or "".
func (r *reading) value(of target, name string) string {
	return resolve(r.budget, r.parts[of][name], r.properties)
}

// color returns the first color of a value, or "".
func (r *reading) color(of target, name string) string {
	return firstColor(r.budget, r.value(of, name))
}

// family returns the names of fonts of a value, in lower case without quotes.
func (r *reading) family(of target) []string {
	value := r.value(of, "font-family")
	if short := r.value(of, "font"); value == "" && short != "" {
		// The family follows the size, and its first name the last number or keyword.
		value = short
	}
	names := splitList(value)
	for i, name := range names {
		names[i] = strings.Trim(name, `"' `)
	}
	return names
}

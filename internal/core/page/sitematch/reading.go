package sitematch

import (
	"regexp"
	"strings"
)

// maxProperties bounds the custom properties of a site.
const maxProperties = 5000

// maxSelector bounds the selectors that are read, in bytes.
const maxSelector = 200

// reading is what the style sheets of a site say about its look. Values may have custom
// properties.
type reading struct {
	properties map[string]string
	page, link map[string]string // declarations by name
	heading    map[string]string
	buttons    [2]map[string]string // ordinary buttons, and those of the main action
}

// read returns the declarations of style sheets in their order.
func read(sheets []string) *reading {
	r := &reading{properties: map[string]string{}, page: map[string]string{}, link: map[string]string{}, heading: map[string]string{}}
	r.buttons = [2]map[string]string{{}, {}}
	for _, sheet := range sheets {
		eachRule(sheet, func(selectors []string, declarations []declaration) {
			for _, selector := range selectors {
				r.add(selector, declarations)
			}
		})
	}
	return r
}

func (r *reading) add(selector string, declarations []declaration) {
	target := r.target(selector)
	for _, d := range declarations {
		if strings.HasPrefix(d.name, "--") {
			if _, known := r.properties[d.name]; isRoot(selector) && (known || len(r.properties) < maxProperties) {
				r.properties[d.name] = d.value
			}
			continue
		}
		if target == nil {
			continue
		}
		switch d.name {
		case "background", "background-color":
			if d.value != "" && d.value != "inherit" && d.value != "none" {
				target["background"] = d.value
			}
		case "color", "font-family", "font", "border-radius":
			target[d.name] = d.value
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

func isRoot(selector string) bool {
	return rootPattern.MatchString(selector) && !strings.Contains(selector, "dark")
}

// target returns the declarations that a selector adds to; nil: none.
func (r *reading) target(selector string) map[string]string {
	last := selector[strings.LastIndexAny(selector, " >+~")+1:]
	var found map[string]string
	switch {
	case len(selector) > maxSelector || strings.HasPrefix(selector, "*"): // resets
		return nil
	case isRoot(selector):
		found = r.page
	case selector == "a" || selector == "a:link":
		found = r.link
	case selector == "h1" || selector == "h2" || selector == "h3":
		found = r.heading
	case !buttonPattern.MatchString(last):
		return nil
	case mainPattern.MatchString(last):
		found = r.buttons[1]
	default:
		found = r.buttons[0]
	}
	if statePattern.MatchString(selector) {
		return nil
	}
	return found
}

// value returns a resolved value, or "".
func (r *reading) value(of map[string]string, name string) string {
	return resolve(of[name], r.properties)
}

// color returns the first color of a value, or "".
func (r *reading) color(of map[string]string, name string) string {
	return firstColor(r.value(of, name))
}

// family returns the names of fonts of a value, in lower case without quotes.
func (r *reading) family(of map[string]string) []string {
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

package routing

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"linnet/internal/base/clock"
	"linnet/internal/core/visitor"
	"linnet/internal/core/webhost"
)

// The formats of values.
var (
	regionShape   = regexp.MustCompile(`^[A-Za-z]{2}-[A-Za-z0-9]{1,3}$`)
	languageShape = regexp.MustCompile(`^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$`)
)

// leaf compiles a comparison. A faulty one is blamed and compiles to one that
// never holds.
func (c *compiler) leaf(at string, when *Condition) leaf {
	if !slices.Contains(opsOf(when.Field), when.Op) {
		c.blameOp(at, when)
		return leaf{}
	}
	l := leaf{field: when.Field, op: when.Op, name: when.Name}
	if when.Field == Query && when.Name == "" {
		c.faults.Add(at+".name", "Enter the name of the parameter.")
	}
	if when.Field != Query && when.Name != "" {
		c.faults.Add(at+".name", "Only the field query has a name.")
	}
	if when.Field == Query && when.Op != In {
		if len(when.Values) > 0 {
			c.faults.Add(at+".values", fmt.Sprintf("The operator %s has no values.", when.Op))
		}
		return l
	}
	if len(when.Values) == 0 {
		c.faults.Add(at+".values", "Enter at least one value.")
		return l
	}
	if len(when.Values) > MaxValues {
		c.faults.Add(at+".values", fmt.Sprintf("A condition can hold %d values at most.", MaxValues))
		return l
	}
	if err := l.take(when.Values); err != nil {
		c.faults.Add(at+".values", err.Error())
	}
	return l
}

func (c *compiler) blameOp(at string, when *Condition) {
	ops := opsOf(when.Field)
	if ops == nil {
		c.faults.Add(at+".field", "There is no such field.")
		return
	}
	words := make([]string, len(ops))
	for i, op := range ops {
		words[i] = string(op)
	}
	c.faults.Add(at+".op", fmt.Sprintf("The field %s supports only the operator %s.", when.Field, strings.Join(words, " or ")))
}

// opsOf returns the operators of a field; nil for an unknown field.
func opsOf(field Field) []Op {
	switch field {
	case Query:
		return []Op{In, Present, Valueless}
	case Date:
		return []Op{Before, After}
	case Time:
		return []Op{Within}
	case Country, Region, City, Continent, Language, OS, Device, Browser, InAppBrowser, Referrer, IP, Visitor, Bot:
		return []Op{In}
	default:
		return nil
	}
}

// take reads the values. The error's text is shown to users.
func (l *leaf) take(values []json.RawMessage) error {
	if l.field == Time {
		if len(values) != 1 {
			return sentence("Specify exactly one object with days, from, to and timeZone.")
		}
		w, err := compileWindow(values[0])
		l.window = w
		return err
	}
	if l.field == Date && len(values) != 1 {
		return sentence("Enter exactly one time.")
	}
	for _, raw := range values {
		text, err := textOf(raw, l.field)
		if err != nil {
			return err
		}
		if err := l.takeText(text); err != nil {
			return err
		}
	}
	if l.union {
		l.texts = append(l.texts, visitor.EU()...)
	}
	return nil
}

// textOf reads one value as text; only bot accepts the JSON values true and false.
func textOf(raw json.RawMessage, field Field) (string, error) {
	if word := string(raw); field == Bot && (word == "true" || word == "false") {
		return word, nil
	}
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return "", sentence("Values are text.")
	}
	if text == "" {
		return "", sentence("A value cannot be empty.")
	}
	if len(text) > maxValueBytes {
		return "", fmt.Errorf("A value can have %d bytes at most.", maxValueBytes) //nolint:staticcheck // a sentence for people
	}
	return text, nil
}

func (l *leaf) takeText(text string) error {
	switch l.field {
	case IP:
		return l.takeNetwork(text)
	case Date:
		at, err := clock.Parse(text)
		if err != nil {
			return err
		}
		l.at = at
		return nil
	case Referrer:
		host, err := webhost.Parse(text)
		if err != nil || host.Port() != "" || strings.Contains(text, ":") {
			return sentence("Enter hosts such as example.com, without a path or a port.")
		}
		text = host.Name()
	case InAppBrowser:
		l.any = l.any || strings.EqualFold(text, "any")
	case Country:
		if strings.EqualFold(text, visitor.GroupEU) {
			l.union = true
			return nil
		}
		if region, err := language.ParseRegion(text); err == nil {
			text = region.Canonicalize().String() // UK is GB, as places are named
		}
	}
	if problem := problemOf(l.field, text); problem != "" {
		return sentence(problem)
	}
	l.texts = append(l.texts, text)
	return nil
}

func (l *leaf) takeNetwork(text string) error {
	if addr, err := netip.ParseAddr(text); err == nil && addr.Zone() == "" {
		addr = addr.Unmap()
		l.networks = append(l.networks, netip.PrefixFrom(addr, addr.BitLen()))
		return nil
	}
	network, err := netip.ParsePrefix(text)
	if err != nil {
		return sentence("Enter addresses and networks such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32.")
	}
	if addr := network.Addr(); addr.Is4In6() && network.Bits() >= 96 {
		network = netip.PrefixFrom(addr.Unmap(), network.Bits()-96)
	}
	l.networks = append(l.networks, network.Masked())
	return nil
}

// problemOf returns the sentence for a value that the field cannot have.
func problemOf(field Field, text string) string {
	switch field {
	case Country:
		// ParseRegion takes three letters and digits too.
		if region, err := language.ParseRegion(text); err != nil || len(text) != 2 || !region.IsCountry() {
			return "Countries are two letters of ISO 3166-1, such as DE, or EU."
		}
	case Region:
		return unless(regionShape.MatchString(text), "Regions are codes of ISO 3166-2, such as US-CA.")
	case Continent:
		return unless(oneOf(text, "AF", "AN", "AS", "EU", "NA", "OC", "SA"), "Continents are AF, AN, AS, EU, NA, OC and SA.")
	case Language:
		return unless(languageShape.MatchString(text), "Languages are tags such as de or pt-BR.")
	case OS:
		return unless(oneOf(text, "Windows", "macOS", "Linux", "ChromeOS", "Android", "iOS"),
			"Systems are Windows, macOS, Linux, ChromeOS, Android and iOS.")
	case Device:
		return unless(oneOf(text, "desktop", "mobile", "tablet"), "Devices are desktop, mobile and tablet.")
	case Visitor:
		return unless(oneOf(text, "new", "returning"), "Visitors are new or returning.")
	case Bot:
		return unless(oneOf(text, "true", "false"), "Enter true or false.")
	}
	return ""
}

func unless(ok bool, problem string) string {
	if ok {
		return ""
	}
	return problem
}

func oneOf(text string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, text) })
}

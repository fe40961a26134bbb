package routing

import (
	"fmt"
	"slices"
	"strings"

	"linnet/internal/core/visitor"
)

// maxNamed bounds how many values or parts a sentence lists.
const maxNamed = 5

// why explains to users why a condition matched or not. It calls the same holds
// as the decision, so that the two cannot differ.
func (n *node) why(v *Visit, linkID string) string {
	switch n.shape {
	case allShape:
		return n.whyGroup(v, linkID, false)
	case anyShape:
		return n.whyGroup(v, linkID, true)
	case notShape:
		return "not: " + n.kids[0].why(v, linkID)
	default:
		return n.leaf.why(v, linkID)
	}
}

// whyGroup names the deciding part (the first failing of all, the first matching
// of any), or every part if none decided alone.
func (n *node) whyGroup(v *Visit, linkID string, deciding bool) string {
	notes := make([]string, 0, maxNamed)
	for i := range n.kids {
		kid := &n.kids[i]
		if kid.holds(v, linkID) == deciding {
			return kid.why(v, linkID)
		}
		if len(notes) < maxNamed {
			notes = append(notes, kid.why(v, linkID))
		}
	}
	if more := len(n.kids) - len(notes); more > 0 {
		notes = append(notes, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(notes, "; ")
}

func (l *leaf) why(v *Visit, linkID string) string {
	verdict := "is not"
	if l.holds(v, linkID) {
		verdict = "is"
	}
	return fmt.Sprintf("%s %s %s %s", l.subject(), l.actual(v, linkID), verdict, l.wanted())
}

func (l *leaf) subject() string {
	if l.field == Query {
		return fmt.Sprintf("query %s", l.name)
	}
	return string(l.field)
}

// actual is what the visit has, as far as it is known.
func (l *leaf) actual(v *Visit, linkID string) string {
	var value string
	switch l.field {
	case Country:
		value = v.Place().Country
	case Region:
		value = v.Place().Region
	case City:
		value = v.Place().City
	case Continent:
		value = v.Place().Continent
	case Language:
		value = v.language()
	case OS:
		value = v.Agent().OS
	case Device:
		value = string(v.Agent().Device)
	case Browser:
		value = v.Agent().Browser
	case InAppBrowser:
		value = v.Agent().InAppBrowser
	case Referrer:
		value, _ = v.referrerHosts()
	case Query:
		value = v.Query
	case IP:
		if v.Addr.IsValid() {
			value = v.Addr.Unmap().String()
		}
	case Date:
		value = v.Now.UTC().Format("2006-01-02T15:04:05Z")
	case Time:
		value = v.Now.In(l.window.zone).Format("Mon 15:04 MST")
	case Visitor:
		value = visitorWord(v.returning(linkID))
	case Bot:
		value = botWord(v.Bot())
	}
	if value == "" {
		return "(unknown)"
	}
	return "“" + value + "”"
}

func (l *leaf) wanted() string {
	switch l.op {
	case Present, Valueless:
		return string(l.op)
	case Before:
		return "before " + l.at.UTC().Format("2006-01-02T15:04:05Z")
	case After:
		return "after " + l.at.UTC().Format("2006-01-02T15:04:05Z")
	case Within:
		return fmt.Sprintf("within %02d:%02d–%02d:%02d of the chosen days",
			l.window.from/60, l.window.from%60, l.window.to/60, l.window.to%60)
	}
	words := slices.Clone(l.texts)
	if l.union {
		words = append(words[:len(words)-len(visitor.EU())], visitor.GroupEU)
	}
	for _, network := range l.networks {
		words = append(words, network.String())
	}
	if len(words) > maxNamed {
		words = append(words[:maxNamed], fmt.Sprintf("%d more", len(words)-maxNamed))
	}
	return strings.Join(words, ", ")
}

package routing

import (
	"net/netip"
	"strings"
	"time"
)

// leaf is a compiled comparison of one field.
type leaf struct {
	field    Field
	op       Op
	name     string         // the parameter, for query
	texts    []string       // wanted values
	networks []netip.Prefix // for ip
	window   window         // for time
	at       time.Time      // for date
	union    bool           // country: the group EU stands for its members, which end texts
	any      bool           // inAppBrowser: any of them
}

func (l *leaf) holds(v *Visit, linkID string) bool {
	switch l.field {
	case Country:
		return l.among(v.Place().Country)
	case Region:
		return l.among(v.Place().Region)
	case City:
		return l.among(v.Place().City)
	case Continent:
		return l.among(v.Place().Continent)
	case Language:
		return l.spoken(v.language())
	case OS:
		return l.among(v.Agent().OS)
	case Device:
		return l.among(string(v.Agent().Device))
	case Browser:
		return l.among(v.Agent().Browser)
	case InAppBrowser:
		app := v.Agent().InAppBrowser
		return l.any && app != "" || l.among(app)
	case Referrer:
		host, service := v.referrerHosts()
		return l.refers(host) || l.refers(service)
	case Query:
		return l.matchesQuery(v.Query)
	case IP:
		return l.contains(v.Addr.Unmap())
	case Date:
		return v.Now.Before(l.at) == (l.op == Before)
	case Time:
		return l.window.holds(v.Now)
	case Visitor:
		return l.among(visitorWord(v.returning(linkID)))
	case Bot:
		return l.among(botWord(v.Bot()))
	default:
		return false
	}
}

// among compares without regard to case; an unknown value is among none.
func (l *leaf) among(value string) bool {
	for _, want := range l.texts {
		if strings.EqualFold(want, value) {
			return value != ""
		}
	}
	return false
}

func (l *leaf) spoken(tag string) bool {
	for _, want := range l.texts {
		if speaks(want, tag) {
			return true
		}
	}
	return false
}

// refers reports whether host is one of the wanted hosts or below it.
func (l *leaf) refers(host string) bool {
	for _, want := range l.texts {
		below, ok := strings.CutSuffix(host, want)
		if ok && (below == "" || strings.HasSuffix(below, ".")) {
			return true
		}
	}
	return false
}

// matchesQuery reports whether any parameter called name matches.
func (l *leaf) matchesQuery(query string) bool {
	for query != "" {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		key, value, _ := strings.Cut(pair, "=")
		if pair == "" || !sameText(key, l.name) {
			continue
		}
		switch {
		case l.op == Present, l.op == Valueless && value == "":
			return true
		case l.op == In && l.among(unescape(value)):
			return true
		}
	}
	return false
}

func (l *leaf) contains(addr netip.Addr) bool {
	for _, network := range l.networks {
		if network.Contains(addr) {
			return true
		}
	}
	return false
}

func visitorWord(returning bool) string {
	if returning {
		return "returning"
	}
	return "new"
}

func botWord(bot bool) string {
	if bot {
		return "true"
	}
	return "false"
}

// Package useragent parses User-Agent headers. A library parses the common ones;
// this package adds the product's names, in-app browsers and bots.
package useragent

import (
	"fmt"
	"strings"

	"github.com/maypok86/otter/v2"
	library "github.com/mileusna/useragent"

	"linnet/internal/core/visitor"
)

// CacheSize bounds the cached headers. Parsing one takes some microseconds, and
// few distinct headers make up most visits.
const CacheSize = 10_000

// maxHeader bounds the part of a header that is parsed, in bytes.
const maxHeader = 1024

// Parser is a visitor.AgentParser. It is safe for concurrent use.
type Parser struct {
	lists *lists
	cache *otter.Cache[string, visitor.Agent]
}

// New returns a parser. additions names a file with further entries in the
// format of agents.tsv; empty: none. The error names every invalid line.
func New(additions string) (*Parser, error) {
	l, err := loadLists(additions)
	if err != nil {
		return nil, err
	}
	cache, err := otter.New(&otter.Options[string, visitor.Agent]{MaximumSize: CacheSize})
	if err != nil {
		return nil, fmt.Errorf("user agents: %w", err)
	}
	return &Parser{lists: l, cache: cache}, nil
}

// Parse parses a User-Agent header. An empty header is a bot's, because every
// browser sends one.
func (p *Parser) Parse(userAgent string) visitor.Agent {
	if len(userAgent) > maxHeader {
		userAgent = userAgent[:maxHeader]
	}
	if a, ok := p.cache.GetIfPresent(userAgent); ok {
		return a
	}
	a := p.parse(userAgent)
	// The key outlives the request and may be part of a larger string.
	p.cache.Set(strings.Clone(userAgent), a)
	return a
}

func (p *Parser) parse(userAgent string) visitor.Agent {
	parsed := library.Parse(userAgent)
	lower := strings.ToLower(userAgent)
	a := visitor.Agent{InAppBrowser: app(userAgent)}
	a.Bot = p.lists.botReason(lower, a.InAppBrowser != "")
	a.OS = system(parsed, lower)
	a.Browser = browser(parsed, userAgent, a)
	a.Device = p.lists.device(parsed, lower, a)
	return a
}

// system returns the name of the operating system.
func system(parsed library.UserAgent, lower string) string {
	switch {
	case strings.Contains(lower, "windows phone"):
		return "Windows Phone"
	case containsAny(lower, "; android", "(android", "; andr0id"): // whatever the model is called
		return "Android"
	case strings.Contains(lower, "(bb10;"), strings.Contains(lower, "blackberry"), strings.Contains(lower, "playbook"):
		return "BlackBerry"
	case strings.Contains(lower, "kaios"):
		return "KaiOS"
	case strings.Contains(lower, "tizen"):
		return "Tizen"
	case strings.Contains(lower, "web0s") || strings.Contains(lower, "webos"):
		return "webOS"
	case strings.Contains(lower, "; cros "):
		return "ChromeOS"
	case strings.Contains(lower, "openharmony"):
		return "HarmonyOS"
	case strings.Contains(lower, "iphone") || strings.Contains(lower, "ipad") || strings.Contains(lower, "ipod"):
		return "iOS"
	// Since iPadOS 13 tablets send the header of a Mac. Only in-app browsers add
	// the build of a mobile system.
	case strings.Contains(lower, "macintosh") && strings.Contains(lower, " mobile/"):
		return "iOS"
	case strings.Contains(lower, "windows nt") || strings.Contains(lower, "windows 9"):
		return "Windows"
	case strings.Contains(lower, "android"):
		return "Android"
	}
	switch parsed.OS {
	case library.Windows, library.MacOS, library.Linux, library.Android, library.IOS, library.FreeBSD, library.ChromeOS:
		return parsed.OS
	case library.Harmony:
		return "HarmonyOS"
	}
	if strings.Contains(lower, "linux") {
		return "Linux" // the library does not recognise "Linux x86_64"
	}
	return ""
}

// device returns the kind of device, "" for televisions, consoles and watches. The
// model of a phone may end with "TV".
func (l *lists) device(parsed library.UserAgent, lower string, a visitor.Agent) visitor.Device {
	if containsAny(lower, l.televisions...) || l.isTelevision(lower) && !strings.Contains(lower, " mobile") {
		return ""
	}
	switch a.OS {
	case "iOS":
		if strings.Contains(lower, "iphone") || strings.Contains(lower, "ipod") {
			return visitor.Mobile
		}
		return visitor.Tablet
	case "Android", "HarmonyOS":
		switch {
		case containsAny(lower, "tablet", "ipad", "sm-t", "sm-x", "pixel c"):
			return visitor.Tablet
		case strings.Contains(lower, "mobile"), strings.Contains(lower, "opera mini"), a.Browser == "Opera",
			strings.Contains(lower, "phone"):
			return visitor.Mobile
		case strings.HasPrefix(lower, "mozilla/"):
			return visitor.Tablet // Chrome adds "Mobile" on phones only
		}
		return visitor.Mobile
	case "Windows Phone", "KaiOS", "BlackBerry":
		if strings.Contains(lower, "playbook") {
			return visitor.Tablet
		}
		return visitor.Mobile
	case "Tizen", "webOS":
		if strings.Contains(lower, "mobile") {
			return visitor.Mobile
		}
		return "" // a television or a watch
	case "Windows", "macOS", "Linux", "ChromeOS", "FreeBSD":
		if strings.Contains(lower, "xbox") {
			return ""
		}
		if a.OS == "Linux" && strings.Contains(lower, "mobile") {
			return visitor.Mobile // Ubuntu Touch, and phones that request desktop pages
		}
		return visitor.Desktop
	}
	switch {
	case parsed.Tablet:
		return visitor.Tablet
	case parsed.Mobile:
		return visitor.Mobile
	default:
		return ""
	}
}

func containsAny(s string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}

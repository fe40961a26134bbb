// Package useragent reads User-Agent headers: a library does the common ones,
// this package the names of api.md "Values", apps that show pages in a window
// of their own, and bots.
package useragent

import (
	"fmt"
	"strings"

	"github.com/maypok86/otter/v2"
	library "github.com/mileusna/useragent"

	"linnet/internal/core/visitor"
)

// Remembered is how many different headers are kept: few of them make most of
// the visits, and reading one takes some microseconds.
const Remembered = 10_000

// maxHeader bounds what is read of a header, in bytes. Real ones are shorter.
const maxHeader = 1024

// Parser is a visitor.AgentParser. It may be used from many goroutines.
type Parser struct {
	known *otter.Cache[string, visitor.Agent]
}

// New returns a parser.
func New() (*Parser, error) {
	known, err := otter.New(&otter.Options[string, visitor.Agent]{MaximumSize: Remembered})
	if err != nil {
		return nil, fmt.Errorf("user agents: %w", err)
	}
	return &Parser{known: known}, nil
}

// Parse returns what a User-Agent header tells. No header at all is a bot's:
// every browser sends one.
func (p *Parser) Parse(userAgent string) visitor.Agent {
	if len(userAgent) > maxHeader {
		userAgent = userAgent[:maxHeader]
	}
	if a, ok := p.known.GetIfPresent(userAgent); ok {
		return a
	}
	a := read(userAgent)
	// The key outlives the request, and its bytes may be part of a larger one.
	p.known.Set(strings.Clone(userAgent), a)
	return a
}

func read(userAgent string) visitor.Agent {
	parsed := library.Parse(userAgent)
	lower := strings.ToLower(userAgent)
	a := visitor.Agent{Bot: botReason(lower)}
	a.OS = system(parsed, lower)
	a.InAppBrowser = app(userAgent)
	a.Browser = browser(parsed, userAgent, a)
	a.Device = device(parsed, lower, a)
	return a
}

// system names the operating system.
func system(parsed library.UserAgent, lower string) string {
	switch {
	case strings.Contains(lower, "windows phone"):
		return "Windows Phone"
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
	// Since iPadOS 13 a tablet says that it is a Mac; only the views inside
	// apps still add the build of a mobile system.
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
		return "Linux" // "Linux x86_64", which the library does not take for it
	}
	return ""
}

// device tells the kind of machine; a television and a console are none.
func device(parsed library.UserAgent, lower string, a visitor.Agent) visitor.Device {
	switch a.OS {
	case "iOS":
		if strings.Contains(lower, "iphone") || strings.Contains(lower, "ipod") {
			return visitor.Mobile
		}
		return visitor.Tablet
	case "Android", "HarmonyOS":
		switch {
		case containsAny(lower, "android tv", "smart-tv", "smarttv", "googletv", "bravia", "; aft", "crkey", "shield android"):
			return ""
		case containsAny(lower, "tablet", "ipad", "sm-t", "sm-x", "pixel c"):
			return visitor.Tablet
		case strings.Contains(lower, "mobile"), strings.Contains(lower, "opera mini"), a.Browser == "Opera",
			strings.Contains(lower, "phone"):
			return visitor.Mobile
		case strings.HasPrefix(lower, "mozilla/"):
			return visitor.Tablet // Chrome's rule: a phone says Mobile
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
		return ""
	case "Windows", "macOS", "Linux", "ChromeOS", "FreeBSD":
		if strings.Contains(lower, "xbox") {
			return ""
		}
		if a.OS == "Linux" && strings.Contains(lower, "mobile") {
			return visitor.Mobile // Ubuntu Touch, and phones asked for the desktop's pages
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

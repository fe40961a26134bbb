package useragent

import (
	"strings"

	"linnet/internal/core/visitor"
)

// botReason returns the reason why a header, in lower case, is classified as a
// bot, "" for a person's. Without evidence of a bot a visit is a person's. inApp
// says that a known app embeds the browser.
func (l *lists) botReason(lower string, inApp bool) visitor.BotReason {
	if strings.TrimSpace(lower) == "" {
		return visitor.BotAgent
	}
	words := withoutModels(lower)
	switch {
	case l.isPreview(words):
		return visitor.BotPreview
	case inApp && !lacksEngine(words):
		return ""
	case l.isBot(words):
		return visitor.BotAgent
	default:
		return ""
	}
}

// isPreview reports whether the client fetches pages to show their card, as
// social networks, messengers and mail clients do.
func (l *lists) isPreview(lower string) bool {
	return hasPrefixOf(lower, l.previewPrefixes) || containsAny(lower, l.previews...)
}

// isBot reports whether the client is another program without a user.
func (l *lists) isBot(lower string) bool {
	switch {
	case hasPrefixOf(lower, l.textBrowsers): // their headers name HTTP libraries
		return false
	case l.bots.in(lower):
		return true
	case l.isTelevision(lower), hasPrefixOf(lower, l.apps):
		return false
	case isAttack(lower):
		return true
	case containsWordEnd(lower, "browser"): // may name its site
		return !hasEngine(lower) && hasContact(lower)
	case !strings.HasPrefix(lower, "mozilla/") && !strings.HasPrefix(lower, "opera/") && !l.isOtherBrowser(lower):
		return true
	}
	return lacksEngine(lower) || l.extendsBrowser(lower) || l.hasUnknownName(lower) || hasContact(lower)
}

// lacksEngine reports whether a header starts like a browser's of the last twenty years
// but names no rendering engine.
func lacksEngine(lower string) bool {
	claims := strings.HasPrefix(lower, "mozilla/5.0") ||
		strings.Contains(lower, "(compatible;") && !containsAny(lower, "; windows", "; macintosh", "risc os")
	return claims && !hasEngine(lower)
}

// hasEngine reports whether a header names a rendering engine, or a device as only
// browsers do. Some old browsers name their encryption strength instead, "U".
func hasEngine(lower string) bool {
	return containsAny(lower, "khtml", "webkit", "gecko", "msie", "trident/", "konqueror", "opera", "presto", "goanna", "servo", "ladybird", "netsurf/", "dillo/",
		"netgem", "netfront", "obigo", "firefox/", "chrome/", "safari/", "playstation", "nintendo", "amiga", "profile/midp", "ucweb", "; u)",
		"; android ", "iphone;", "ipad;", "palmos")
}

// hasContact reports whether a header contains the URL of a website, a host or a
// mail address. Nearly all bots contain one, and browsers do not.
func hasContact(lower string) bool {
	return containsAny(lower, "http://", "https://", "+www.") || containsHost(lower) || containsMailbox(lower)
}

// containsHost reports whether a header contains a host name, such as
// "example.com/policy". Application ids have the reverse order
// ("com.example.app"). Internet Explorer is excluded because its toolbars add
// host names.
func containsHost(lower string) bool {
	if strings.Contains(lower, "msie") || strings.Contains(lower, "trident/") {
		return false
	}
	for _, end := range []string{".com", ".org", ".net", ".io", ".info", ".co"} {
		for rest := lower; ; {
			i := strings.Index(rest, end)
			if i < 0 {
				break
			}
			before, after := rest[:i], rest[i+len(end):]
			if letters := len(before) - len(strings.TrimRight(before, "abcdefghijklmnopqrstuvwxyz0123456789-")); letters >= 3 && !continuesWord(after) {
				return true
			}
			rest = after
		}
	}
	return false
}

// containsMailbox reports whether a header contains a mail address, such as
// "crawler@example.com". Versions after "@", as in "ios@9.2", do not count.
func containsMailbox(lower string) bool {
	for rest := lower; ; {
		_, after, found := strings.Cut(rest, "@")
		if !found {
			return false
		}
		host := after[:len(after)-len(strings.TrimLeft(after, "abcdefghijklmnopqrstuvwxyz0123456789-."))]
		if dot := strings.LastIndexByte(strings.TrimRight(host, "."), '.'); dot > 0 && dot+2 < len(host) && host[dot+1] > '9' {
			return true
		}
		rest = after
	}
}

// isAttack reports whether a header contains an injection attempt.
func isAttack(lower string) bool {
	return strings.ContainsAny(lower, "'<>`") || containsAny(lower, "${", "select ", "union ", "../", "() {")
}

// isOtherBrowser reports whether the client is a browser whose header does not
// start with "mozilla/", such as those of old phones.
func (l *lists) isOtherBrowser(lower string) bool {
	return hasPrefixOf(lower, l.browserPrefixes) || containsAny(lower, l.browsers...)
}

// isTelevision reports whether the device is a television, a box beside one, or a
// console.
func (l *lists) isTelevision(lower string) bool {
	return containsAny(lower, l.televisions...) || containsWordEnd(lower, "tv")
}

// continuesWord reports whether text continues the word before it.
func continuesWord(after string) bool {
	return after != "" && (isLetter(after[0]) || isDigit(after[0]) || after[0] == '.' || after[0] == '_' || after[0] == '-')
}

// containsWordEnd reports whether a word of a header ends with a text.
func containsWordEnd(lower, end string) bool {
	for rest := lower; ; {
		_, after, found := strings.Cut(rest, end)
		if !found {
			return false
		}
		if after == "" || !isLetter(after[0]) {
			return true
		}
		rest = after
	}
}

func hasPrefixOf(lower string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(lower, p) {
			return true
		}
	}
	return false
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

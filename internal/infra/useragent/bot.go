package useragent

import (
	"strings"

	"linnet/internal/core/visitor"
)

// botReason returns the reason why a header, in lower case, is classified as a
// bot, "" for a browser.
func (l *lists) botReason(lower string) visitor.BotReason {
	switch {
	case strings.TrimSpace(lower) == "":
		return visitor.BotAgent
	case l.isPreview(lower):
		return visitor.BotPreview
	case l.isBot(lower):
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
	if hasPrefixOf(lower, l.textBrowsers) {
		return false // their headers name HTTP libraries
	}
	if hasBotWord(lower) || containsAny(lower, l.bots...) || l.hasUnknownSuffix(lower) || extendsBrowser(lower) {
		return true
	}
	if hasPrefixOf(lower, l.apps) {
		return false // the app displays the page itself
	}
	if !strings.HasPrefix(lower, "mozilla/") && !strings.HasPrefix(lower, "opera/") && !l.isOtherBrowser(lower) {
		return true
	}
	if lacksEngine(lower) {
		return true
	}
	// Nearly all bots contain the URL of a website or a mail address. Browsers do
	// not.
	return strings.Contains(lower, "http://") || strings.Contains(lower, "https://") || strings.Contains(lower, "+www.") ||
		containsHost(lower) || containsMailbox(lower) || isAttack(lower)
}

// lacksEngine reports whether a header starts like a browser's but names no
// rendering engine. Browsers before "Mozilla/5.0" need not name one; some old
// ones name their encryption strength instead, "U".
func lacksEngine(lower string) bool {
	claims := strings.Contains(lower, "(compatible;") || strings.HasPrefix(lower, "mozilla/5.0")
	return claims && !containsAny(lower, "msie", "trident/", "konqueror", "khtml", "webkit", "gecko", "opera", "presto", "goanna", "servo",
		"netgem", "netfront", "obigo", "firefox/", "chrome/", "safari/", "playstation", "nintendo", "amiga", "profile/midp", "ucweb", "; u)")
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

// continuesWord reports whether text continues the word before it.
func continuesWord(after string) bool {
	return after != "" && (after[0] >= 'a' && after[0] <= 'z' || after[0] >= '0' && after[0] <= '9' || after[0] == '.' || after[0] == '_' || after[0] == '-')
}

// hasBotWord reports whether a header contains "bot", except in CUBOT, a brand of
// phones.
func hasBotWord(lower string) bool {
	for rest := lower; ; {
		i := strings.Index(rest, "bot")
		if i < 0 {
			return false
		}
		if !strings.HasSuffix(rest[:i], "cu") {
			return true
		}
		rest = rest[i+3:]
	}
}

// isOtherBrowser reports whether the client is a browser whose header does not
// start with "mozilla/", such as those of old phones.
func (l *lists) isOtherBrowser(lower string) bool {
	return hasPrefixOf(lower, l.browserPrefixes) || containsAny(lower, l.browsers...)
}

// hasUnknownSuffix reports whether a desktop browser's header has a token after
// "safari/537.36" that belongs to no browser: automation often adds its name to
// a browser's header. Mobile apps do so too, but have a user.
func (l *lists) hasUnknownSuffix(lower string) bool {
	_, suffix, found := strings.Cut(lower, " safari/537.36")
	if !found || containsAny(lower, "android", " mobile", "; wv)") {
		return false
	}
	for token := range strings.FieldsSeq(withoutParentheses(suffix)) {
		name, _, _ := strings.Cut(strings.TrimRight(token, ","), "/")
		if letters := strings.Trim(name, "0123456789.-+_~;)"); letters != "" && !l.suffixes[name] {
			return true
		}
	}
	return false
}

// extendsBrowser reports whether a program put its name into the whole header of a
// browser with WebKit or Blink: before it (which phones do, too), behind "like gecko" in
// its comment, or with "compatible;" behind the engine.
func extendsBrowser(lower string) bool {
	before, after, found := strings.Cut(lower, " applewebkit/")
	if !found {
		return false
	}
	if strings.Contains(after, "compatible;") || strings.Index(before, "mozilla/5.0") > 0 && !containsAny(lower, "android", " mobile") {
		return true
	}
	_, comment, _ := strings.Cut(after, "like gecko")
	if comment, _, _ = strings.Cut(comment, ")"); comment == "" || !strings.ContainsRune(",;", rune(comment[0])) {
		return false
	}
	return !strings.Contains(comment, "safari") // of browsers before 2010
}

// withoutParentheses returns text without its parenthesised parts.
func withoutParentheses(text string) string {
	for {
		start := strings.IndexByte(text, '(')
		if start < 0 {
			return text
		}
		length := strings.IndexByte(text[start:], ')')
		if length < 0 {
			return text[:start]
		}
		text = text[:start] + " " + text[start+length+1:]
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

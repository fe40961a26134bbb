package useragent

import (
	"strings"

	"linnet/internal/core/visitor"
)

// botReason says why a header, in lower case, is a bot's; "" for a browser's.
func botReason(lower string) visitor.BotReason {
	switch {
	case strings.TrimSpace(lower) == "":
		return visitor.BotAgent
	case isPreview(lower):
		return visitor.BotPreview
	case isBot(lower):
		return visitor.BotAgent
	default:
		return ""
	}
}

// isPreview knows the programs that fetch a page to show its card: of social
// networks, messengers and mail.
func isPreview(lower string) bool {
	return hasPrefixOf(lower, lists.previewPrefixes) || containsAny(lower, lists.previews...)
}

// isBot knows all others that are no browser with a person before it.
func isBot(lower string) bool {
	if hasPrefixOf(lower, lists.textBrowsers) {
		return false // they name the libraries that they are made of
	}
	if hasBotWord(lower) || containsAny(lower, lists.bots...) || hasUnknownSuffix(lower) {
		return true
	}
	if hasPrefixOf(lower, lists.apps) {
		return false // the app shows the page, and names nothing but itself
	}
	if !strings.HasPrefix(lower, "mozilla/") && !strings.HasPrefix(lower, "opera/") && !isOtherBrowser(lower) {
		return true
	}
	if drawsNothing(lower) {
		return true
	}
	// A browser gives no address where to read about it, nor one to write to;
	// nearly every bot does.
	return strings.Contains(lower, "http://") || strings.Contains(lower, "https://") || strings.Contains(lower, "+www.") ||
		namesAHost(lower) || namesAMailbox(lower) || isAttack(lower)
}

// drawsNothing knows headers that begin as a browser's and name nothing that
// draws pages. Before "Mozilla/5.0" browsers need not name it; some of old told
// instead how strong their encryption was, "U".
func drawsNothing(lower string) bool {
	claims := strings.Contains(lower, "(compatible;") || strings.HasPrefix(lower, "mozilla/5.0")
	return claims && !containsAny(lower, "msie", "trident/", "konqueror", "khtml", "webkit", "gecko", "opera", "presto", "goanna", "servo",
		"netgem", "netfront", "obigo", "firefox/", "chrome/", "safari/", "playstation", "nintendo", "amiga", "profile/midp", "ucweb", "; u)")
}

// namesAHost finds the name of a web site, such as "example.com/policy". The
// ids of apps read the other way round: "com.example.app". Toolbars of Internet
// Explorer named sites as well.
func namesAHost(lower string) bool {
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
			if letters := len(before) - len(strings.TrimRight(before, "abcdefghijklmnopqrstuvwxyz0123456789-")); letters >= 3 && !continues(after) {
				return true
			}
			rest = after
		}
	}
	return false
}

// namesAMailbox finds an address of a person, such as "crawler@example.com".
// A version may follow an "@" too, as in "ios@9.2".
func namesAMailbox(lower string) bool {
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

// isAttack finds what is written to break whatever reads the header.
func isAttack(lower string) bool {
	return strings.ContainsAny(lower, "'<>`") || containsAny(lower, "${", "select ", "union ", "../", "() {")
}

// continues reports whether a word goes on, so that what was found in it is
// only a part of it.
func continues(after string) bool {
	return after != "" && (after[0] >= 'a' && after[0] <= 'z' || after[0] >= '0' && after[0] <= '9' || after[0] == '.' || after[0] == '_' || after[0] == '-')
}

// hasBotWord finds "bot", but not in CUBOT, which makes phones.
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

// isOtherBrowser knows the browsers that do not begin with Mozilla: those of old
// phones, and those that say it later on.
func isOtherBrowser(lower string) bool {
	return hasPrefixOf(lower, lists.browserPrefixes) || containsAny(lower, lists.browsers...)
}

// hasUnknownSuffix reports whether a desktop browser's header goes on behind
// "safari/537.36" with a token that is no browser's: automation often sends a
// full header and adds its name. Apps on phones add theirs as well, and show the
// page to a person.
func hasUnknownSuffix(lower string) bool {
	_, suffix, found := strings.Cut(lower, " safari/537.36")
	if !found || containsAny(lower, "android", " mobile", "; wv)") {
		return false
	}
	for token := range strings.FieldsSeq(withoutParentheses(suffix)) {
		name, _, _ := strings.Cut(strings.TrimRight(token, ","), "/")
		if letters := strings.Trim(name, "0123456789.-+_~;)"); letters != "" && !lists.suffixes[name] {
			return true
		}
	}
	return false
}

// withoutParentheses returns text without what stands in parentheses.
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

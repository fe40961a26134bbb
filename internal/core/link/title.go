package link

import (
	"time"
	"unicode/utf8"

	"linnet/internal/core/event"
)

// ShownTitle returns the link's own title, else that of its page.
func (l *Link) ShownTitle() string {
	if l.Title != "" {
		return l.Title
	}
	return l.PageTitle
}

// WantsTitle reports whether the title of the link's page is to be fetched: the
// link has no title of its own, and its destination is a web page.
func (l *Link) WantsTitle() bool {
	scheme, _ := Scheme(l.URL)
	return l.Title == "" && (scheme == "http" || scheme == "https")
}

// TrimPageTitle returns a page's title with at most MaxTitle characters, and ""
// when it has characters that a link's title may not have.
func TrimPageTitle(title string) string {
	if utf8.RuneCountInString(title) > MaxTitle {
		title = string([]rune(title)[:MaxTitle-1]) + "…"
	}
	if checkText(title, MaxTitle) != nil {
		return ""
	}
	return title
}

// TitledEvent returns the event of a page title stored for the link.
func TitledEvent(l *Link, now time.Time) event.Event {
	return newEvent(event.LinkTitled, event.Actor{}, l, normalTime(now))
}

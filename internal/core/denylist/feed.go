package denylist

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"linnet/internal/base/fault"
)

// Bounds of subscriptions.
const (
	MaxFeeds       = 20
	MaxFeedName    = 100  // characters
	MaxFeedURL     = 2000 // bytes
	MaxExceptions  = 1000
	FeedInterval   = 6 * time.Hour    // between updates of a list
	feedJitter     = 30 * time.Minute // added to it at random
	feedRetry      = time.Hour        // after a failed update
	minShrinkRatio = 10               // a new copy has at least a tenth of the entries of the old one
	minForShrink   = 10               // entries from which the ratio applies
)

// Feed is a deny-list that operators subscribe to by its URL.
type Feed struct {
	ID         string
	Name       string
	URL        string
	Paused     bool  // it is not updated and blocks nothing
	Entries    int   // of the copy in use
	Skipped    int   // lines of that copy that were not understood
	Generation int64 // of the copy in use; 0: there is none

	ETag, LastModified string // of the copy in use

	CheckedAt time.Time // the last update; zero: never
	ChangedAt time.Time // when the copy in use was stored
	NextAt    time.Time // the next update
	Error     string    // of the last update, a sentence; empty: it succeeded
	CreatedBy string    // id of the operator; empty: a command
	CreatedAt time.Time
}

// Exception cancels an entry of all lists.
type Exception struct {
	ID        string
	Pattern   string // a host, or a URL without its scheme
	Reason    string // for operators
	CreatedBy string
	CreatedAt time.Time
}

// Fetched is the response of the server of a list.
type Fetched struct {
	NotModified        bool // the copy in use is current
	Content            FeedContent
	ETag, LastModified string
}

// Fetcher downloads lists.
type Fetcher interface {
	// Fetch downloads a list, unless it has not changed since the copy in use. A
	// fault has a sentence for operators.
	Fetch(ctx context.Context, f Feed, maxEntries int) (Fetched, error)
}

// CheckFeed returns the name and the URL of a list as they are stored, or an Invalid
// fault with all errors at "name" and "url".
func CheckFeed(name, address string) (checkedName, checkedURL string, err error) {
	var faults fault.List
	address = strings.TrimSpace(address)
	u, err := url.Parse(address)
	switch {
	case address == "":
		faults.Add("url", "Enter the address of the list.")
	case len(address) > MaxFeedURL:
		faults.Add("url", fmt.Sprintf("Use at most %d characters.", MaxFeedURL))
	case err != nil || u.Scheme != "https" || u.Hostname() == "":
		faults.Add("url", "Enter an address that begins with https://.")
	case u.User != nil:
		faults.Add("url", "Remove the user name and the password from the address.")
	}
	if name = strings.TrimSpace(name); name == "" && u != nil {
		name = u.Hostname()
	}
	if err := CheckFeedName(name); err != nil {
		faults.AddErr("", err)
	}
	return name, address, faults.Err()
}

// CheckFeedName returns an Invalid fault at "name" for a name that is empty or too
// long.
func CheckFeedName(name string) error {
	if n := utf8.RuneCountInString(strings.TrimSpace(name)); n == 0 || n > MaxFeedName {
		return fault.New(fault.Invalid, fmt.Sprintf("Enter a name of 1 to %d characters.", MaxFeedName)).At("name")
	}
	return nil
}

// NormalizeException returns the pattern of an exception as it is stored, or an
// Invalid fault at "pattern".
func NormalizeException(pattern string) (string, error) {
	pattern = strings.TrimSpace(pattern)
	if utf8.RuneCountInString(pattern) > MaxPattern {
		return "", fault.New(fault.Invalid, fmt.Sprintf("Use at most %d characters.", MaxPattern)).At("pattern")
	}
	if _, ok := entryKey(pattern); !ok {
		return "", fault.New(fault.Invalid, fmt.Sprintf("%q is not a host or a URL, such as bit.ly or example.com/shop.", pattern)).At("pattern")
	}
	if host, ok := feedHost(strings.TrimPrefix(pattern, "*.")); ok && !strings.ContainsAny(pattern, `/?\`) {
		return host, nil
	}
	if !strings.Contains(pattern, "://") {
		pattern = "https://" + pattern
	}
	d := parse(pattern)
	if d.query != "" {
		return d.host + d.path + "?" + d.query, nil
	}
	return d.host + strings.TrimSuffix(d.path, "/"), nil
}

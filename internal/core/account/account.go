// Package account holds the people who use Linnet: signing up, logging in and
// out, their sessions, profiles and passwords.
package account

import (
	"net/netip"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"linnet/internal/core/throttle"
)

// User is a person. It holds nothing secret.
type User struct {
	ID          string
	Email       string // as it was given, without space around it
	FirstName   string
	LastName    string
	Country     string // ISO 3166-1 alpha-2
	CountryCode string // of the telephone, such as "+49"
	PhoneNumber string // begins with "+"
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// Account is a user with what proves that it is them.
type Account struct {
	User
	PasswordHash string    // argon2id
	SuspendedAt  time.Time // by the operator; zero: not suspended
}

// Session is one login on one device. Its secret is the client's alone.
type Session struct {
	ID         string
	UserID     string
	DeviceID   string // as the client names itself; may be empty
	UserAgent  string
	Device     string // UserAgent in words, such as "Firefox on Linux"; set by Service.Sessions
	Place      string // where it began, such as "Berlin, DE"; empty: unknown
	CreatedAt  time.Time
	LastSeenAt time.Time // to a few minutes
	ExpiresAt  time.Time
}

// Client is who is asking: what sessions remember and tries are counted by.
type Client struct {
	Addr      netip.Addr // the visitor's own, behind trusted proxies
	UserAgent string
	DeviceID  string
	TimeZone  string // IANA; for the workspace of a sign-up
}

// Credentials are what a login gives: the session's secret, shown this once.
type Credentials struct {
	Token string
	User  User
}

// Bounds of what a client says of itself, in bytes.
const (
	maxUserAgent = 512
	maxDeviceID  = 128
)

// bounded returns the client with texts that fit the store.
func (c Client) bounded() Client {
	c.UserAgent = clip(c.UserAgent, maxUserAgent)
	c.DeviceID = clip(c.DeviceID, maxDeviceID)
	return c
}

// addrKey returns the key that limits attempts from the client's network.
func (c Client) addrKey() string { return throttle.NetworkKey(c.Addr) }

// clip cuts text to at most n bytes of printable characters.
func clip(text string, n int) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	if len(text) > n {
		text = strings.ToValidUTF8(text[:n], "")
	}
	return strings.TrimSpace(text)
}

// FoldEmail returns the form in which addresses are compared: without space
// around it, in lower case.
func FoldEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// foldName returns a name without space around it and with composed letters,
// so that "é" is one character however it was typed.
func foldName(name string) string { return norm.NFC.String(strings.TrimSpace(name)) }

// Package account manages users: sign-up, login, sessions, profiles and
// passwords.
//
// The first account of an install becomes its operator, in the transaction of its
// sign-up. When the public URL is not on localhost, the sign-up needs a one-time code,
// whatever the mode: the first to sign up could be a stranger who scans new
// certificates or hosts. The node writes the link with the code to the file setup-code
// in the data folder (mode 0600) and the log has only the path, because logs are
// collected where more people read them; `linnet setup-code` prints another link. The
// code is in the fragment, so it is in no request log. The first sign-up invalidates
// all codes. An existing install gets an operator by `linnet user grant-operator` only,
// because its oldest account may belong to a customer.
package account

import (
	"net/netip"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"linnet/internal/base/ident"
	"linnet/internal/core/event"
	"linnet/internal/core/securitylog"
	"linnet/internal/core/throttle"
)

// User is a person. It holds nothing secret.
type User struct {
	ID          string
	Email       string // as entered, trimmed
	FirstName   string
	LastName    string
	Country     string // ISO 3166-1 alpha-2
	CountryCode string // of the telephone, such as "+49"
	PhoneNumber string // begins with "+"
	CreatedAt   time.Time
	UpdatedAt   time.Time
	// EmailVerified reports that the address is verified, or that the install does
	// not verify addresses. Only users that a Service returns have it.
	EmailVerified bool
}

// Account is a user with credentials.
type Account struct {
	User
	PasswordHash    string    // argon2id
	SuspendedAt     time.Time // by the operator; zero: not suspended
	EmailVerifiedAt time.Time // zero: not verified
}

// Session is one login on one device. It does not hold the secret.
type Session struct {
	ID         string
	UserID     string
	DeviceID   string // chosen by the client; may be empty
	UserAgent  string
	Device     string // readable form of UserAgent, such as "Firefox on Linux"; set by Service.Sessions
	Place      string // of the login, such as "Berlin, DE"; empty: unknown
	CreatedAt  time.Time
	LastSeenAt time.Time // accurate to seenEvery
	ExpiresAt  time.Time // unless the session is used

	// AuthenticatedAt is when the user last proved their identity with a factor of
	// the account; zero: never in this session, which began with single sign-on.
	AuthenticatedAt time.Time
	SingleSignOnID  string // the connection of the login; empty: another kind of login
}

// ConfinedTo returns the only workspace that the session opens: that of its
// connection, until the user confirms a factor of the account. It returns "" for a
// session that opens all workspaces of the user.
func (s Session) ConfinedTo() string {
	if s.SingleSignOnID == "" || !s.AuthenticatedAt.IsZero() {
		return ""
	}
	// A connection has the digits of its workspace. The result is not empty for any id.
	_, digits, _ := strings.Cut(s.SingleSignOnID, "_")
	return ident.Workspace + "_" + digits
}

// EndsAt returns when the session ends even if it is used.
func (s Session) EndsAt() time.Time { return s.CreatedAt.Add(SessionLife) }

// Client describes the client of a request, for sessions and rate limits.
type Client struct {
	Addr      netip.Addr // resolved through trusted proxies
	UserAgent string
	DeviceID  string
	TimeZone  string // IANA; for the workspace of a sign-up
}

// By returns the user behind the client as the cause of an event.
func (c Client) By(userID string) event.Actor {
	return event.Actor{Kind: event.User, ID: userID, AddressPrefix: securitylog.Network(c.Addr)}
}

// OwnFactors says with what a user can prove that an account is theirs.
type OwnFactors struct {
	Password bool
	Passkey  bool
	Code     bool // with a password, a code of an authenticator app is needed, too
}

// Credentials are the result of a login. Token is the secret of the session and
// is not stored.
type Credentials struct {
	Token string
	User  User
}

// Bounds of the client's own values, in bytes.
const (
	maxUserAgent = 512
	maxDeviceID  = 128
)

// bounded returns c with its texts cut to their bounds.
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

// FoldEmail returns an address in the form used for comparison: trimmed and in
// lower case.
func FoldEmail(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// foldName returns a name trimmed and in Unicode NFC, so that "é" is always one
// character.
func foldName(name string) string { return norm.NFC.String(strings.TrimSpace(name)) }

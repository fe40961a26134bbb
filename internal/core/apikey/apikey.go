// Package apikey manages API keys: secrets with which programs act in one
// workspace for the member who created the key, limited to scopes and networks.
package apikey

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/dropin"
	"linnet/internal/core/event"
)

// Limits of keys.
const (
	MaxKeys     = 100 // per workspace, without revoked ones
	MaxName     = 80  // characters
	MaxNetworks = 20  // per key
	MaxOverlap  = 30 * 24 * time.Hour
)

// Key is an API key without its secret.
type Key struct {
	ID          string
	WorkspaceID string
	// UserID is the member that the key acts for: its creator, or the member who
	// rotated it last.
	UserID   string
	Name     string
	Prefix   string // the first characters of the secret, for display
	Scopes   access.Scopes
	Networks []netip.Prefix // empty: all
	// Compat are the drop-in APIs that the key may use; nil: all.
	Compat []dropin.API
	// HasSignature says that the key is valid as a signature of YOURLS, too.
	HasSignature bool
	// UniqueURLs says that clients of YOURLS get the link that a destination has already
	// in place of a new one.
	UniqueURLs bool

	CreatedAt time.Time
	ExpiresAt time.Time // zero: never
	// PreviousExpiresAt is when the secrets before the last rotation expire; zero
	// or past: they have expired.
	PreviousExpiresAt time.Time
	LastUsedAt        time.Time // zero: never
	LastUsedNetwork   string    // such as 192.0.2.0/24
	LastUsedPlace     string    // the place of that network, such as "Berlin, DE"; empty: unknown. It is not stored.

	// UserName, UserRole and UserSuspended describe the user of the key. The role
	// is empty after the user has left the workspace.
	UserName      string
	UserRole      access.Role
	UserSuspended bool
}

// Status says whether a key works.
type Status string

// The statuses.
const (
	Active   Status = "active"
	Expired  Status = "expired"
	Disabled Status = "disabled" // its user has left the workspace or is suspended
)

// StatusAt returns the status at a time.
func (k Key) StatusAt(now time.Time) Status {
	switch {
	case k.UserRole == "" || k.UserSuspended:
		return Disabled
	case k.expiredAt(now):
		return Expired
	}
	return Active
}

func (k Key) expiredAt(now time.Time) bool { return !k.ExpiresAt.IsZero() && !now.Before(k.ExpiresAt) }

// allows reports whether the key may be used from an address.
func (k Key) allows(addr netip.Addr) bool {
	addr = addr.Unmap().WithZone("")
	return len(k.Networks) == 0 || slices.ContainsFunc(k.Networks, func(n netip.Prefix) bool { return n.Contains(addr) })
}

// state returns the key as events have it.
func (k Key) state() event.APIKey {
	settings := k.Settings()
	return event.APIKey{
		Name:      k.Name,
		Prefix:    k.Prefix,
		Scopes:    texts(settings.Scopes),
		Networks:  settings.Networks,
		UserID:    k.UserID,
		ExpiresAt: k.ExpiresAt,

		Compat:          texts(k.Compat),
		YOURLSSignature: k.HasSignature,
		YOURLSUnique:    k.UniqueURLs,
	}
}

// texts returns names as texts; nil for nil.
func texts[T ~string](names []T) []string {
	if names == nil {
		return nil
	}
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = string(name)
	}
	return out
}

// Settings are what an admin chooses of a key.
type Settings struct {
	Name      string         `json:"name" doc:"1 to 80 characters." example:"Deploy script"`
	Scopes    []access.Scope `json:"scopes" doc:"At least one, such as links:read, links:write or track:write." example:"[\"links:write\"]"`
	ExpiresAt *time.Time     `json:"expiresAt" optional:"true" doc:"null: never."`
	Compat    []dropin.API   `json:"compat" optional:"true" nullable:"true" doc:"The drop-in APIs that the key may use beside this one; null: all." example:"[\"kutt\"]"`
	Signature bool           `json:"yourlsSignature" optional:"true" doc:"True lets clients of YOURLS use the signature of the key in its place; see GET /api-keys/{id}/signature."`
	Unique    bool           `json:"yourlsUnique" optional:"true" doc:"True, which is the default, answers clients of YOURLS that shorten a destination again with the newest short URL that it has on the domain; false lets them create another one."`
	Networks  []string       `json:"networks" optional:"true" doc:"At most 20 CIDRs or addresses that may use the key; empty: all." example:"[\"192.0.2.0/24\"]"`
}

// DefaultSettings are those that a new key has unless chosen otherwise.
func DefaultSettings() Settings { return Settings{Unique: true} }

// Settings returns the settings of the key.
func (k Key) Settings() Settings {
	s := Settings{
		Name: k.Name, Scopes: k.Scopes.List(), Compat: k.Compat, Signature: k.HasSignature, Unique: k.UniqueURLs, Networks: []string{},
	}
	for _, network := range k.Networks {
		s.Networks = append(s.Networks, network.String())
	}
	if !k.ExpiresAt.IsZero() {
		s.ExpiresAt = new(k.ExpiresAt.UTC())
	}
	return s
}

// set changes the settings of a key, or returns Invalid. An expiry that stays the same
// may be in the past.
func (k *Key) set(to Settings, now time.Time) error {
	var faults fault.List
	k.Name = strings.Join(strings.Fields(to.Name), " ")
	checkName(&faults, k.Name)
	k.Scopes = parseScopes(&faults, to.Scopes)
	var expiresAt time.Time
	if to.ExpiresAt != nil {
		expiresAt = to.ExpiresAt.UTC().Truncate(time.Millisecond)
	}
	if !expiresAt.Equal(k.ExpiresAt) {
		k.ExpiresAt = expiresAt
		if k.expiredAt(now) {
			faults.Add("expiresAt", "The expiry must be in the future.")
		}
	}
	k.Networks = parseNetworks(&faults, to.Networks)
	k.Compat, k.HasSignature, k.UniqueURLs = to.Compat, to.Signature, to.Unique
	for i, api := range k.Compat {
		if !api.Known() {
			faults.Add(fmt.Sprintf("compat[%d]", i), "Unknown drop-in API. Use one such as kutt.")
			break
		}
	}
	return faults.Err()
}

// Uses reports whether the key may use a drop-in API.
func (k Key) Uses(api dropin.API) bool { return k.Compat == nil || slices.Contains(k.Compat, api) }

func checkName(faults *fault.List, name string) {
	switch {
	case name == "":
		faults.Add("name", "Enter a name for the key.")
	case utf8.RuneCountInString(name) > MaxName:
		faults.Add("name", fmt.Sprintf("The name of a key has at most %d characters.", MaxName))
	case strings.ContainsFunc(name, unicode.IsControl):
		faults.Add("name", "The name contains a control character.")
	}
}

func parseScopes(faults *fault.List, scopes []access.Scope) access.Scopes {
	if len(scopes) == 0 {
		faults.Add("scopes", "Select at least one scope.")
	}
	var set access.Scopes
	for i, scope := range scopes {
		if !scope.Known() {
			faults.Add(fmt.Sprintf("scopes[%d]", i), "Unknown scope. Use one such as links:read or links:write.")
		}
		if faults.Full() {
			break
		}
		set |= access.ScopesOf(scope)
	}
	return set
}

func parseNetworks(faults *fault.List, texts []string) []netip.Prefix {
	if len(texts) > MaxNetworks {
		faults.Add("networks", fmt.Sprintf("A key has at most %d networks.", MaxNetworks))
		return nil
	}
	networks := make([]netip.Prefix, 0, len(texts))
	for i, text := range texts {
		network, ok := parseNetwork(strings.TrimSpace(text))
		if !ok {
			faults.Add(fmt.Sprintf("networks[%d]", i), "Enter a network such as 192.0.2.0/24 or 2001:db8::/32, or an IP address.")
			continue
		}
		if !slices.Contains(networks, network) {
			networks = append(networks, network)
		}
	}
	return networks
}

// parseNetwork parses a CIDR or an address, without its host bits.
func parseNetwork(text string) (netip.Prefix, bool) {
	network, err := netip.ParsePrefix(text)
	if err != nil {
		addr, err := netip.ParseAddr(text)
		if err != nil || addr.Zone() != "" {
			return netip.Prefix{}, false
		}
		network = netip.PrefixFrom(addr, addr.BitLen())
	}
	if network.Addr().Is4In6() {
		if network.Bits() < 96 {
			return netip.Prefix{}, false
		}
		network = netip.PrefixFrom(network.Addr().Unmap(), network.Bits()-96)
	}
	return network.Masked(), true
}

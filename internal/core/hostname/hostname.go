// Package hostname says what a host name that serves links is, and when two of
// them are the same. It stands below the services, so that what needs no more
// than that needs no service.
package hostname

import (
	"strings"
	"time"
)

// Domain is a host name that serves links.
type Domain struct {
	ID          string
	WorkspaceID string // empty: the default domain, which is everybody's
	Host        string // as Normal returns it
	// CaseSensitive says whether "Launch" and "launch" are two aliases here.
	CaseSensitive bool
	RootURL       string // where "/" leads; empty: Linnet's own page
	NotFoundURL   string // where an unknown alias leads; empty: the 404 page
	ExpiredURL    string // where an ended link leads when it has no fallback
	CreatedAt     time.Time
	UpdatedAt     time.Time
}

// IsDefault reports whether this is the install's own domain.
func (d Domain) IsDefault() bool { return d.WorkspaceID == "" }

// Normal returns a Host header or the authority of a URL in the one form that
// domains are kept and found in: lower case, no trailing dot, no port that the
// scheme implies. A port that stays is part of the host ("localhost:8080").
func Normal(raw string) string {
	host := strings.ToLower(raw)
	for _, implied := range []string{":80", ":443"} {
		if name, ok := strings.CutSuffix(host, implied); ok && (!strings.Contains(name, ":") || strings.HasSuffix(name, "]")) {
			host = name
			break
		}
	}
	name, port, hasPort := strings.Cut(host, ":")
	if name = strings.TrimSuffix(name, "."); hasPort {
		return name + ":" + port
	}
	return name
}

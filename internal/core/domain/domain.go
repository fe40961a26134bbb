// Package domain knows the host names that serve links.
package domain

import (
	"net/url"
	"strings"
	"time"

	"linnet/internal/base/fault"
)

// Domain is a host name that serves links.
type Domain struct {
	ID          string
	WorkspaceID string // empty: the default domain, which is everybody's
	Host        string // as Host returns it
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

// Host returns a Host header or the authority of a URL in the one form that
// domains are kept and found in: lower case, no trailing dot, no port that the
// scheme implies. A port that stays is part of the host ("localhost:8080").
func Host(raw string) string {
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

// PublicHost returns the host of the install's public URL.
func PublicHost(publicURL string) (string, error) {
	u, err := url.Parse(publicURL)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return "", fault.New(fault.Invalid, "LINNET_PUBLIC_URL must be an address such as https://go.example.com.")
	}
	return Host(u.Host), nil
}

// Package domain manages the host names that serve links: it verifies their
// ownership by DNS, and normalizes and compares host names.
package domain

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/webhost"
)

// Domain is a host name that serves links.
type Domain struct {
	ID          string
	WorkspaceID string // empty: the default domain, which all workspaces share
	Host        string // as webhost.Normal returns it
	Status      Status
	Settings
	// OwnershipToken is the value that the TXT record must have; empty for the
	// default domain.
	OwnershipToken string
	// Records are the DNS records that the domain needs, with the values found by
	// the last check; empty for the default domain.
	Records []Record
	// RouteSeen reports whether the host led to this install at a check since its
	// verification.
	RouteSeen bool

	CreatedAt    time.Time
	UpdatedAt    time.Time
	VerifiedAt   time.Time // zero: never
	CheckedAt    time.Time // zero: never
	NextCheckAt  time.Time // zero: no check is scheduled
	FailingSince time.Time // zero: not failing
	DeletedAt    time.Time // zero: not deleted
	PurgeAt      time.Time // when a deleted domain is purged with its links; zero: not deleted, or purged
	// Version is incremented by each change.
	Version int64
}

// Status is the state of a domain's verification.
type Status string

// The statuses.
const (
	Pending  Status = "pending"  // the ownership was never verified; the domain serves no links
	Verified Status = "verified" //
	Failing  Status = "failing"  // verified, but the records are gone; the links still work
)

// IsDefault reports whether this is the install's own domain.
func (d *Domain) IsDefault() bool { return d.WorkspaceID == "" }

// Serves reports whether requests for the host are served with the domain's
// links.
func (d *Domain) Serves() bool { return d.DeletedAt.IsZero() && d.Status != Pending }

// UnicodeHost returns the host as people read it.
func (d *Domain) UnicodeHost() string { return webhost.Unicode(d.Host) }

// contains reports whether the host or the notes contain a text, ignoring case.
func (d *Domain) contains(text string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	return slices.ContainsFunc([]string{d.Host, d.UnicodeHost(), string(d.Notes)}, func(in string) bool {
		return strings.Contains(strings.ToLower(in), text)
	})
}

// Certificate is the TLS certificate of a host.
type Certificate struct {
	State     CertificateState
	ExpiresAt time.Time // zero: unknown
	Error     string    // why the last order failed, a sentence; empty: it did not
}

// CertificateState is the state of a host's certificate.
type CertificateState string

// The states of a certificate.
const (
	CertificateNone    CertificateState = "none"
	CertificatePending CertificateState = "pending"
	CertificateValid   CertificateState = "valid"
	CertificateFailed  CertificateState = "failed"
)

// Detail is a domain with the state of its certificate.
type Detail struct {
	Domain
	Certificate Certificate
}

// PublicHost returns the host of the install's public URL.
func PublicHost(publicURL string) (string, error) {
	u, err := url.Parse(publicURL)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return "", fault.New(fault.Invalid, "LINNET_PUBLIC_URL must be an address such as https://go.example.com.")
	}
	return webhost.Normal(u.Host), nil
}

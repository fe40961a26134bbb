package event

import "time"

// Change is the payload of a changed noun: its state before, nil for a new one,
// and after, nil for a deleted one.
type Change[T any] struct {
	Before *T `json:"before,omitempty"`
	After  *T `json:"after,omitempty"`
}

// Created returns the Change of a new noun.
func Created[T any](after T) Change[T] { return Change[T]{After: &after} }

// Updated returns the Change of an existing noun.
func Updated[T any](before, after T) Change[T] { return Change[T]{Before: &before, After: &after} }

// Deleted returns the Change of a deleted noun.
func Deleted[T any](before T) Change[T] { return Change[T]{Before: &before} }

// SubjectLabel returns the label of the state after the change, or before it.
func (c Change[T]) SubjectLabel() string {
	for _, state := range []*T{c.After, c.Before} {
		if state != nil {
			return labelOf(*state)
		}
	}
	return ""
}

// None is the payload of events that say everything by their kind.
type None struct{}

// Domain is the part of the state of a domain that caches and webhooks need. The JSON
// object has its settings too.
type Domain struct {
	ID          string `json:"id"`
	Host        string `json:"host"`
	WorkspaceID string `json:"workspaceId,omitempty"`
	Status      string `json:"status,omitempty"`
}

// SubjectLabel implements Labeler.
func (d Domain) SubjectLabel() string { return d.Host }

// Workspace is the state of a workspace's settings.
type Workspace struct {
	Name          string `json:"name"`
	TimeZone      string `json:"timeZone"`
	RetentionDays int    `json:"retentionDays"`
	// DefaultDomainID is the domain of new links; "": the default domain.
	DefaultDomainID string `json:"defaultDomainId,omitempty"`
}

// SubjectLabel implements Labeler.
func (w Workspace) SubjectLabel() string { return w.Name }

// Member is the state of a user's membership.
type Member struct {
	Role string `json:"role"`
}

// Ownership is the state of a workspace's ownership.
type Ownership struct {
	UserID string `json:"userId"`
}

// Invitation is the state of an invitation, without the address.
type Invitation struct {
	Role      string    `json:"role"`
	ByMail    bool      `json:"byMail"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// Plan is the state of a workspace's package.
type Plan struct {
	Plan string `json:"plan"`
}

// InstallPlans is the choice whether the install has plans: "off" or "packages".
type InstallPlans struct {
	Plans string `json:"plans"`
}

// Billing is the billing state of a workspace.
type Billing struct {
	Plan         string    `json:"plan"`
	TrialEndsAt  time.Time `json:"trialEndsAt,omitzero"`
	Subscription string    `json:"subscription,omitempty"`
	Status       string    `json:"status,omitempty"`
	Period       string    `json:"period,omitempty"`
	CancelAt     time.Time `json:"cancelAt,omitzero"`
}

// Profile is the payload of UserUpdated. It names the changed fields only, so
// that personal data goes with the account.
type Profile struct {
	Changed []string `json:"changed"`
}

// Label is the state of a tag, a folder or a UTM template.
type Label struct {
	Kind  string `json:"kind"`
	Name  string `json:"name"`
	Color string `json:"color"`
	UTM   any    `json:"utm"`
}

// SubjectLabel implements Labeler.
func (l Label) SubjectLabel() string { return l.Name }

// FolderAccess is which members can see a folder.
type FolderAccess struct {
	Name    string            `json:"name"`
	Access  string            `json:"access"`  // workspace or members
	Members map[string]string `json:"members"` // levels by user id
}

// SubjectLabel implements Labeler.
func (f FolderAccess) SubjectLabel() string { return f.Name }

// QRCode is the state of a saved QR code. Static contents are not part of it: they have
// passwords of networks and personal data.
type QRCode struct {
	LinkID           string    `json:"linkId"`
	ContentType      string    `json:"contentType,omitempty"`     // of a static content
	ContentChangedAt time.Time `json:"contentChangedAt,omitzero"` // of an update that changed the static content
	Name             string    `json:"name"`
	Look             any       `json:"look"`
}

// SubjectLabel implements Labeler.
func (c QRCode) SubjectLabel() string { return c.Name }

// QRPreset is the state of a saved look of QR codes.
type QRPreset struct {
	Name string `json:"name"`
	Look any    `json:"look"`
}

// SubjectLabel implements Labeler.
func (p QRPreset) SubjectLabel() string { return p.Name }

// BioPage is the state of a bio page, without its content.
type BioPage struct {
	DomainID          string `json:"domainId"`
	Domain            string `json:"domain"`
	Alias             string `json:"alias"`
	Title             string `json:"title"`
	Revision          int64  `json:"revision"`
	PublishedRevision int64  `json:"publishedRevision"`
}

// SubjectLabel implements Labeler.
func (p BioPage) SubjectLabel() string { return p.Domain + "/" + p.Alias }

// Media is the state of an image of the media library.
type Media struct {
	Alt    string `json:"alt"`
	FocalX int    `json:"focalX"`
	FocalY int    `json:"focalY"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Bytes  int64  `json:"bytes"`
}

// SubjectLabel implements Labeler.
func (m Media) SubjectLabel() string { return m.Alt }

// Share is the state of a public statistics page.
type Share struct {
	Name        string    `json:"name"`
	Scope       string    `json:"scope"`
	SubjectID   string    `json:"subjectId"`
	Label       string    `json:"label"`
	HasPassword bool      `json:"hasPassword"`
	ExpiresAt   time.Time `json:"expiresAt,omitzero"`
	Selection   any       `json:"selection"`
}

// SubjectLabel implements Labeler.
func (s Share) SubjectLabel() string { return s.Name }

// ScheduledReport is the state of a scheduled report.
type ScheduledReport struct {
	Name      string   `json:"name"`
	Every     string   `json:"every"`
	Filters   any      `json:"filters"`
	Traffic   string   `json:"traffic"`
	Receivers []string `json:"receivers"` // user ids
	Paused    bool     `json:"paused"`
}

// SubjectLabel implements Labeler.
func (r ScheduledReport) SubjectLabel() string { return r.Name }

// Alert is the state of an alert.
type Alert struct {
	Name      string   `json:"name"`
	Kind      string   `json:"kind"`
	Filters   any      `json:"filters"`
	Percent   int      `json:"percent,omitempty"`
	MinClicks int64    `json:"minClicks,omitempty"`
	Receivers []string `json:"receivers"` // user ids
	Paused    bool     `json:"paused"`
}

// SubjectLabel implements Labeler.
func (a Alert) SubjectLabel() string { return a.Name }

// APIKey is the state of an API key.
type APIKey struct {
	Name      string    `json:"name"`
	Prefix    string    `json:"prefix"`
	Scopes    []string  `json:"scopes"`
	Networks  []string  `json:"networks"`
	UserID    string    `json:"userId"`
	ExpiresAt time.Time `json:"expiresAt,omitzero"`

	Compat          []string `json:"compat"` // drop-in APIs; null: all
	YOURLSSignature bool     `json:"yourlsSignature"`
	YOURLSUnique    bool     `json:"yourlsUnique"`
}

// SubjectLabel implements Labeler.
func (k APIKey) SubjectLabel() string { return k.Name }

// Webhook is the state of a webhook. It has the host and not the URL, whose path
// often contains a secret.
type Webhook struct {
	Host        string   `json:"host"`
	Description string   `json:"description"`
	Events      []string `json:"events"`
	ClickSample int      `json:"clickSample,omitempty"` // percent; 0: an event of a version without
	ClickBots   bool     `json:"clickBots,omitempty"`
	Enabled     bool     `json:"enabled"`
}

// SubjectLabel implements Labeler.
func (w Webhook) SubjectLabel() string { return w.Host }

// AuthMethod is how a user proved their identity.
type AuthMethod string

// The methods.
const (
	AuthPassword                AuthMethod = "password"
	AuthPasswordAndCode         AuthMethod = "password_and_code" // of an authenticator app
	AuthPasswordAndRecoveryCode AuthMethod = "password_and_recovery_code"
	AuthPasskey                 AuthMethod = "passkey"
	AuthSingleSignOn            AuthMethod = "single_sign_on"
)

// Authentication is the payload of UserLoggedIn and UserReauthenticated. Earlier
// versions stored none.
type Authentication struct {
	Method AuthMethod `json:"method"`
}

// Passkey is the state of a passkey.
type Passkey struct {
	Name string `json:"name"`
}

// SingleSignOn is the state of a workspace's single sign-on.
type SingleSignOn struct {
	Issuer      string   `json:"issuer"`
	ClientID    string   `json:"clientId"`
	Enforced    bool     `json:"enforced"`
	DefaultRole string   `json:"defaultRole"`
	Domains     []string `json:"domains"`
}

// SubjectLabel implements Labeler.
func (c SingleSignOn) SubjectLabel() string { return c.Issuer }

// Conversion is the payload of LeadTracked and SaleTracked.
type Conversion struct {
	ClickID   string `json:"clickId"`
	EventName string `json:"eventName"`
	Amount    int64  `json:"amount"` // in minor units of Currency
	Currency  string `json:"currency"`
	InvoiceID string `json:"invoiceId"`
}

// Export is the payload of ClicksExported.
type Export struct {
	Format   string    `json:"format"`
	Start    time.Time `json:"start"`
	End      time.Time `json:"end"`
	Traffic  string    `json:"traffic"`
	Filtered bool      `json:"filtered"`
}

// LinkExport is the payload of LinksExported.
type LinkExport struct {
	Format string `json:"format"`
	Links  int    `json:"links"`
}

// QRCodeExport is the payload of QRCodesExported.
type QRCodeExport struct {
	Format string `json:"format"`
	Codes  int    `json:"codes"`
}

// AuditExport is the payload of AuditExported.
type AuditExport struct {
	Format string `json:"format"`
}

// AuditTrim is the payload of AuditTrimmed.
type AuditTrim struct {
	Through int64 `json:"through"` // the highest sequence number of an erased content
	Events  int   `json:"events"`
	Bytes   int64 `json:"bytes"`
}

// Import is the payload of LinksImported.
type Import struct {
	Aliases map[string][]string `json:"aliases"` // of changed links, by domain
	Created int                 `json:"created"`
	Updated int                 `json:"updated"`
}

// Block is the payload of HostsBlocked.
type Block struct {
	Kind    string `json:"kind"` // of the rule
	Pattern string `json:"pattern"`
	Blocked bool   `json:"blocked"`
}

// SubjectLabel implements Labeler.
func (b Block) SubjectLabel() string { return b.Pattern }

// Denylist is the state of a deny-list.
type Denylist struct {
	Name    string `json:"name"`
	URL     string `json:"url"`
	Paused  bool   `json:"paused"`
	Entries int    `json:"entries"`
}

// SubjectLabel implements Labeler.
func (d Denylist) SubjectLabel() string { return d.Name }

// DenyException is an entry of deny-lists that does not block.
type DenyException struct {
	Pattern string `json:"pattern"`
}

// SubjectLabel implements Labeler.
func (d DenyException) SubjectLabel() string { return d.Pattern }

// AbuseCase is the state of the abuse reports about a link or a bio page.
type AbuseCase struct {
	ShortLink string `json:"shortLink"`
	State     string `json:"state"`
	Action    string `json:"action"`
	Reports   int    `json:"reports"`
}

// SubjectLabel implements Labeler.
func (c AbuseCase) SubjectLabel() string { return c.ShortLink }

// Link is the part of the payload of a link's events that caches need. The JSON
// object is the link's whole state after the change (link.Snapshot). Its state
// before is the payload of the previous event of the link: see Step.
type Link struct {
	DomainID string   `json:"domainId"`
	Domain   string   `json:"domain"`
	Aliases  []string `json:"aliases"` // that open the link, or of AliasFreed those that no longer do
}

// SubjectLabel implements Labeler.
func (l Link) SubjectLabel() string { return LinkLabel(l.Domain, l.Aliases) }

// LinkLabel returns the name of a link: its domain and first alias.
func LinkLabel(domain string, aliases []string) string {
	if len(aliases) == 0 {
		return ""
	}
	return domain + "/" + aliases[0]
}

package httpapi

import (
	"context"
	"encoding/json"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/core/domain"
	"linnet/internal/core/qr/look"
	"linnet/internal/edge/apikit"
)

// Domain is a domain as the API returns it.
type Domain struct {
	ID          string            `json:"id" example:"dom_3kq7c8v0d5m2a"`
	Host        string            `json:"host" doc:"In ASCII, with the port if the install has one." example:"go.example.com"`
	UnicodeHost string            `json:"unicodeHost" doc:"The host as people read it." example:"go.example.com"`
	Status      string            `json:"status" enum:"pending,verified,failing" doc:"Links work on verified and failing domains. The DNS records of a failing domain are gone."`
	IsDefault   bool              `json:"isDefault" doc:"True for the install's own domain, which every workspace may use."`
	Records     []DomainRecord    `json:"records" doc:"The DNS records that the domain needs, with the values found by the last check; empty for the default domain."`
	Certificate DomainCertificate `json:"certificate"`

	RootPageID     *string `json:"rootPageId" doc:"The bio page at the bare host. While it is not public, and with null, rootUrl applies."`
	RootURL        *string `json:"rootUrl" doc:"The destination of the bare host; null: Linnet's own page."`
	NotFoundURL    *string `json:"notFoundUrl" doc:"The destination of unknown aliases; null: the 404 page."`
	ExpiredURL     *string `json:"expiredUrl" doc:"The destination of expired links without a fallback URL; null: the expired page."`
	FaviconURL     *string `json:"faviconUrl" doc:"The redirect of /favicon.ico; null: none."`
	CaseSensitive  bool    `json:"caseSensitive" doc:"True if aliases that differ only in case are different."`
	RedirectStatus int     `json:"redirectStatus" enum:"301,302,307,308" doc:"The redirect status of new links that specify none."`
	HSTS           bool    `json:"hsts" doc:"True to send Strict-Transport-Security over HTTPS."`
	Robots         string  `json:"robots" enum:"allow,disallow" doc:"The content of robots.txt."`
	Privacy        string  `json:"privacy" enum:"full,no-address,aggregate" doc:"What is stored of each click."`

	AppleAppSiteAssociation JSONDocument `json:"appleAppSiteAssociation" doc:"The object at /.well-known/apple-app-site-association, or null."`
	AssetLinks              JSONDocument `json:"assetLinks" doc:"The list at /.well-known/assetlinks.json, or null."`

	QRLook apikit.OrNull[QRLook] `json:"qrLook" doc:"The look of QR codes of the domain's links that specify none; null: dark on white."`

	CreatedAt    time.Time  `json:"createdAt"`
	VerifiedAt   *time.Time `json:"verifiedAt" doc:"When the ownership was first verified."`
	CheckedAt    *time.Time `json:"checkedAt" doc:"When the DNS records were last checked."`
	FailingSince *time.Time `json:"failingSince"`
}

// DomainRecord is a DNS record that a domain needs.
type DomainRecord struct {
	Purpose string   `json:"purpose" enum:"ownership,route"`
	Type    string   `json:"type" enum:"TXT,CNAME,A,AAAA"`
	Name    string   `json:"name" example:"_linnet.go.example.com"`
	Value   string   `json:"value" doc:"Empty if the addresses of the install are unknown."`
	OK      bool     `json:"ok" doc:"True if the last check found the value."`
	Found   []string `json:"found" doc:"The values that the last check found."`
	Error   *string  `json:"error" doc:"Why the last check has no result."`
	FoundAt *string  `json:"foundAt" doc:"The wrong name at which the last check found the value; null: none." example:"_linnet.go.example.com.example.com"`
}

// DomainCertificate is the state of a host's TLS certificate.
type DomainCertificate struct {
	State     string     `json:"state" enum:"none,pending,valid,failed"`
	ExpiresAt *time.Time `json:"expiresAt"`
	Error     *string    `json:"error" doc:"Why the last order failed."`
}

// JSONDocument is any JSON value; empty: null.
type JSONDocument string

// MarshalJSON writes the document.
func (d JSONDocument) MarshalJSON() ([]byte, error) {
	if d == "" {
		return []byte("null"), nil
	}
	return []byte(d), nil
}

// UnmarshalJSON stores the document.
func (d *JSONDocument) UnmarshalJSON(data []byte) error {
	*d = ""
	if string(data) != "null" {
		*d = JSONDocument(data)
	}
	return nil
}

// Schema allows any value.
func (JSONDocument) Schema(huma.Registry) *huma.Schema { return &huma.Schema{} }

var _ json.Marshaler = JSONDocument("")

func domainOf(d domain.Detail) Domain {
	return Domain{
		ID: d.ID, Host: d.Host, UnicodeHost: d.UnicodeHost(), Status: string(d.Status), IsDefault: d.IsDefault(),
		Records: apikit.Map(d.Records, domainRecordOf),
		Certificate: DomainCertificate{
			State: string(d.Certificate.State), ExpiresAt: apikit.TimeOrNull(d.Certificate.ExpiresAt),
			Error: apikit.TextOrNull(d.Certificate.Error),
		},
		RootPageID: apikit.TextOrNull(d.RootPageID), RootURL: apikit.TextOrNull(d.RootURL),
		NotFoundURL: apikit.TextOrNull(d.NotFoundURL), ExpiredURL: apikit.TextOrNull(d.ExpiredURL),
		FaviconURL: apikit.TextOrNull(d.FaviconURL), CaseSensitive: d.CaseSensitive, RedirectStatus: d.RedirectStatus, HSTS: d.HSTS,
		Robots: string(d.Robots), Privacy: string(d.Privacy),
		AppleAppSiteAssociation: JSONDocument(d.AppleAppSiteAssociation), AssetLinks: JSONDocument(d.AssetLinks),
		QRLook: domainLookOf(d.QRLook), CreatedAt: apikit.Timestamp(d.CreatedAt), VerifiedAt: apikit.TimeOrNull(d.VerifiedAt),
		CheckedAt: apikit.TimeOrNull(d.CheckedAt), FailingSince: apikit.TimeOrNull(d.FailingSince),
	}
}

func domainRecordOf(r domain.Record) DomainRecord {
	return DomainRecord{
		Purpose: string(r.Purpose), Type: r.Type, Name: r.Name, Value: r.Value, OK: r.OK,
		Found: apikit.OrEmpty(r.Found), Error: apikit.TextOrNull(r.Error), FoundAt: apikit.TextOrNull(r.FoundAt),
	}
}

type domainOutput struct{ Body Domain }

func domainResponse(d domain.Detail, err error) (*domainOutput, error) {
	if err != nil {
		return nil, err
	}
	return &domainOutput{domainOf(d)}, nil
}

func (a *API) listDomains(ctx context.Context, _ *struct{}) (*apikit.ListOutput[Domain], error) {
	found, err := a.Domains.List(ctx, apikit.ActorOf(ctx))
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(found, domainOf)), nil
}

type createDomainInput struct {
	Body struct {
		Host string `json:"host" doc:"A host name that you control; internationalized names are accepted." example:"go.example.com"`
	} `nameHint:"CreateDomain"`
}

func (a *API) createDomain(ctx context.Context, in *createDomainInput) (*domainOutput, error) {
	return domainResponse(a.Domains.Create(ctx, apikit.ActorOf(ctx), in.Body.Host))
}

// DomainPath has the id of a domain.
type DomainPath struct {
	ID string `path:"id" doc:"The domain's id." example:"dom_3kq7c8v0d5m2a"`
}

func (a *API) getDomain(ctx context.Context, in *DomainPath) (*domainOutput, error) {
	return domainResponse(a.Domains.Get(ctx, apikit.ActorOf(ctx), in.ID))
}

func (a *API) deleteDomain(ctx context.Context, in *DomainPath) (*struct{}, error) {
	return nil, a.Domains.Delete(ctx, apikit.ActorOf(ctx), in.ID)
}

func (a *API) restoreDomain(ctx context.Context, in *DomainPath) (*domainOutput, error) {
	return domainResponse(a.Domains.Restore(ctx, apikit.ActorOf(ctx), in.ID))
}

func (a *API) verifyDomain(ctx context.Context, in *DomainPath) (*domainOutput, error) {
	return domainResponse(a.Domains.Verify(ctx, apikit.ActorOf(ctx), in.ID))
}

type transferDomainInput struct {
	DomainPath
	Body struct {
		WorkspaceID string `json:"workspaceId" example:"wsp_3kq7c8v0d5m2a"`
	} `nameHint:"TransferDomain"`
}

func (a *API) transferDomain(ctx context.Context, in *transferDomainInput) (*domainOutput, error) {
	return domainResponse(a.Domains.Transfer(ctx, apikit.ActorOf(ctx), in.ID, in.Body.WorkspaceID))
}

type updateDomainInput struct {
	DomainPath
	Body struct {
		RootPageID     apikit.Opt[string] `json:"rootPageId,omitzero" nullable:"true" doc:"A published bio page of this domain or of the default domain."`
		RootURL        apikit.Opt[string] `json:"rootUrl,omitzero" nullable:"true"`
		NotFoundURL    apikit.Opt[string] `json:"notFoundUrl,omitzero" nullable:"true"`
		ExpiredURL     apikit.Opt[string] `json:"expiredUrl,omitzero" nullable:"true"`
		FaviconURL     apikit.Opt[string] `json:"faviconUrl,omitzero" nullable:"true"`
		CaseSensitive  apikit.Opt[bool]   `json:"caseSensitive,omitzero" doc:"Can be changed while the domain has no links."`
		RedirectStatus apikit.Opt[int]    `json:"redirectStatus,omitzero" doc:"301, 302, 307 or 308."`
		HSTS           apikit.Opt[bool]   `json:"hsts,omitzero"`
		Robots         apikit.Opt[string] `json:"robots,omitzero" doc:"allow or disallow."`
		Privacy        apikit.Opt[string] `json:"privacy,omitzero" doc:"full, no-address or aggregate."`

		AppleAppSiteAssociation apikit.Opt[JSONDocument] `json:"appleAppSiteAssociation,omitzero" doc:"A JSON object of at most 128 KiB, or null."`
		AssetLinks              apikit.Opt[JSONDocument] `json:"assetLinks,omitzero" doc:"A JSON list of at most 128 KiB, or null."`

		QRLook apikit.Opt[QRLookInput] `json:"qrLook,omitzero" doc:"Replaces the look; fields that are omitted have the values of dark on white. Null removes it."`
	} `nameHint:"UpdateDomain"`
}

func (a *API) updateDomain(ctx context.Context, in *updateDomainInput) (*domainOutput, error) {
	b := &in.Body
	return domainResponse(a.Domains.Update(ctx, apikit.ActorOf(ctx), in.ID, domain.Patch{
		RootPageID: b.RootPageID.Pointer(), RootURL: b.RootURL.Pointer(),
		NotFoundURL: b.NotFoundURL.Pointer(), ExpiredURL: b.ExpiredURL.Pointer(),
		FaviconURL: b.FaviconURL.Pointer(), CaseSensitive: b.CaseSensitive.Pointer(), RedirectStatus: b.RedirectStatus.Pointer(),
		HSTS: b.HSTS.Pointer(), Robots: (*domain.Robots)(b.Robots.Pointer()), Privacy: (*domain.Privacy)(b.Privacy.Pointer()),
		AppleAppSiteAssociation: (*string)(b.AppleAppSiteAssociation.Pointer()), AssetLinks: (*string)(b.AssetLinks.Pointer()),
		QRLook: domainLook(b.QRLook),
	}))
}

// domainLook returns the patch of a domain's look; nil leaves it unchanged.
func domainLook(in apikit.Opt[QRLookInput]) **look.Look {
	switch {
	case !in.Named:
		return nil
	case in.Null:
		return new((*look.Look)(nil))
	}
	return new(new(in.Value.core().On(look.Defaults())))
}

// domainLookOf returns the look of a domain, null if it has none.
func domainLookOf(l *look.Look) apikit.OrNull[QRLook] {
	if l == nil {
		return apikit.OrNull[QRLook]{}
	}
	return apikit.OrNull[QRLook]{Value: new(qrLookOf(*l))}
}

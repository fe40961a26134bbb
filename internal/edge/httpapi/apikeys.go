package httpapi

import (
	"context"
	"net/netip"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/apikey"
	"linnet/internal/edge/apikit"
)

// APIKey is an API key without its secret.
type APIKey struct {
	ID       string   `json:"id" example:"key_3kq7c8v0d5m2a"`
	Name     string   `json:"name" example:"Deploy script"`
	Prefix   string   `json:"prefix" doc:"The first characters of the secret." example:"lnt_4fGh2K"`
	Scopes   []string `json:"scopes" example:"[\"links:write\",\"track:write\"]"`
	Networks []string `json:"networks" doc:"The networks that may use the key; empty: all." example:"[\"192.0.2.0/24\"]"`
	Status   string   `json:"status" enum:"active,expired,disabled" doc:"disabled: the user of the key has left the workspace or is suspended."`

	CreatedBy         string     `json:"createdBy" doc:"The user that the key acts for: its creator, or the one who rotated it last." example:"usr_3kq7c8v0d5m2a"`
	CreatedByName     string     `json:"createdByName" example:"Ada Lovelace"`
	CreatedAt         time.Time  `json:"createdAt"`
	ExpiresAt         *time.Time `json:"expiresAt" doc:"null: never."`
	PreviousExpiresAt *time.Time `json:"previousExpiresAt" doc:"When the secret before the last rotation expires; null if it has expired."`
	LastUsedAt        *time.Time `json:"lastUsedAt" doc:"Stored once a minute; null: never."`
	LastUsedNetwork   *string    `json:"lastUsedNetwork" doc:"The /24 or /64 of the last client." example:"192.0.2.0/24"`
	LastUsedPlace     *string    `json:"lastUsedPlace" doc:"The place of that network; null: unknown." example:"Berlin, DE"`
}

// CreatedAPIKey is an API key with a new secret.
type CreatedAPIKey struct {
	APIKey
	Key string `json:"key" doc:"The secret. It is returned only once." example:"lnt_…"`
}

func (a *API) apiKeyOf(k apikey.Key) APIKey {
	now := a.clock.Now()
	out := APIKey{
		ID: k.ID, Name: k.Name, Prefix: k.Prefix, Status: string(k.StatusAt(now)),
		Scopes:    apikit.Map(k.Scopes.List(), func(s access.Scope) string { return string(s) }),
		Networks:  apikit.Map(k.Networks, netip.Prefix.String),
		CreatedBy: k.UserID, CreatedByName: k.UserName, CreatedAt: apikit.Timestamp(k.CreatedAt),
		ExpiresAt: apikit.TimeOrNull(k.ExpiresAt), LastUsedAt: apikit.TimeOrNull(k.LastUsedAt),
		LastUsedNetwork: apikit.TextOrNull(k.LastUsedNetwork), LastUsedPlace: apikit.TextOrNull(k.LastUsedPlace),
	}
	if k.PreviousExpiresAt.After(now) {
		out.PreviousExpiresAt = apikit.TimeOrNull(k.PreviousExpiresAt)
	}
	return out
}

func (a *API) listAPIKeys(ctx context.Context, _ *struct{}) (*apikit.ListOutput[APIKey], error) {
	keys, err := a.APIKeys.List(ctx, apikit.ActorOf(ctx))
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(keys, a.apiKeyOf)), nil
}

type createAPIKey struct {
	Name      string     `json:"name" doc:"1 to 80 characters." example:"Deploy script"`
	Scopes    []string   `json:"scopes" doc:"At least one, such as links:read, links:write or track:write." example:"[\"links:write\"]"`
	ExpiresAt *time.Time `json:"expiresAt,omitempty" nullable:"true" doc:"null: never."`
	Networks  *[]string  `json:"networks,omitempty" nullable:"true" doc:"At most 20 CIDRs or addresses that may use the key; empty: all." example:"[\"192.0.2.0/24\"]"`
}

func (a *API) createAPIKey(ctx context.Context, in *apikit.With[createAPIKey]) (*apikit.Output[CreatedAPIKey], error) {
	b := in.Body
	k, secret, err := a.APIKeys.Create(ctx, apikit.ActorOf(ctx), apikey.Draft{
		Name: b.Name, Scopes: b.Scopes, ExpiresAt: apikit.Value(b.ExpiresAt), Networks: apikit.Value(b.Networks),
	})
	if err != nil {
		return nil, err
	}
	return apikit.OutputOf(CreatedAPIKey{a.apiKeyOf(k), secret}), nil
}

func (a *API) getAPIKey(ctx context.Context, in *apikit.ByID) (*apikit.Output[APIKey], error) {
	k, err := a.APIKeys.Get(ctx, apikit.ActorOf(ctx), in.ID)
	return apikit.OutputOf(a.apiKeyOf(k)), err
}

type updateAPIKey struct {
	Name      apikit.Opt[string]    `json:"name,omitzero"`
	Scopes    apikit.Opt[[]string]  `json:"scopes,omitzero"`
	ExpiresAt apikit.Opt[time.Time] `json:"expiresAt,omitzero" nullable:"true" doc:"null: never."`
	Networks  apikit.Opt[[]string]  `json:"networks,omitzero" doc:"Empty: all."`
}

func (a *API) updateAPIKey(ctx context.Context, in *apikit.ByIDWith[updateAPIKey]) (*apikit.Output[APIKey], error) {
	k, err := a.APIKeys.Update(ctx, apikit.ActorOf(ctx), in.ID, apikey.Patch{
		Name: in.Body.Name.Pointer(), Scopes: in.Body.Scopes.Pointer(),
		ExpiresAt: in.Body.ExpiresAt.Pointer(), Networks: in.Body.Networks.Pointer(),
	})
	return apikit.OutputOf(a.apiKeyOf(k)), err
}

func (a *API) revokeAPIKey(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
	return nil, a.APIKeys.Revoke(ctx, apikit.ActorOf(ctx), in.ID)
}

type rotateAPIKey struct {
	OverlapSeconds int64 `json:"overlapSeconds,omitempty" minimum:"0" maximum:"2592000" doc:"How long the previous secret still works, at most 30 days; 0: not at all."`
}

func (a *API) rotateAPIKey(ctx context.Context, in *apikit.ByIDWith[rotateAPIKey]) (*apikit.Output[CreatedAPIKey], error) {
	overlap := time.Duration(in.Body.OverlapSeconds) * time.Second
	k, secret, err := a.APIKeys.Rotate(ctx, apikit.ActorOf(ctx), in.ID, overlap)
	if err != nil {
		return nil, err
	}
	return apikit.OutputOf(CreatedAPIKey{a.apiKeyOf(k), secret}), nil
}

package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/apikey"
	"linnet/internal/edge/apikit"
)

// APIKey is an API key without its secret.
type APIKey struct {
	ID string `json:"id" example:"key_3kq7c8v0d5m2a"`
	apikey.Settings
	Prefix string `json:"prefix" doc:"The first characters of the secret." example:"lnt_4fGh2K"`
	Status string `json:"status" enum:"active,expired,disabled" doc:"disabled: the user of the key has left the workspace or is suspended."`

	CreatedBy         string     `json:"createdBy" doc:"The user that the key acts for: its creator, or the one who rotated it last." example:"usr_3kq7c8v0d5m2a"`
	CreatedByName     string     `json:"createdByName" example:"Ada Lovelace"`
	CreatedAt         time.Time  `json:"createdAt"`
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

// CurrentAPIKey is the API key of a call, with the workspace that it acts in.
type CurrentAPIKey struct {
	APIKey
	WorkspaceID   string `json:"workspaceId" example:"wsp_3kq7c8v0d5m2a"`
	WorkspaceName string `json:"workspaceName" example:"Analytical Engines"`
}

func (a *API) apiKeyOf(k apikey.Key) APIKey {
	now := a.clock.Now()
	out := APIKey{
		ID:              k.ID,
		Settings:        k.Settings(),
		Prefix:          k.Prefix,
		Status:          string(k.StatusAt(now)),
		CreatedBy:       k.UserID,
		CreatedByName:   k.UserName,
		CreatedAt:       apikit.Timestamp(k.CreatedAt),
		LastUsedAt:      apikit.TimeOrNull(k.LastUsedAt),
		LastUsedNetwork: apikit.TextOrNull(k.LastUsedNetwork),
		LastUsedPlace:   apikit.TextOrNull(k.LastUsedPlace),
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

func (a *API) createAPIKey(ctx context.Context, in *apikit.With[apikit.Draft[apikey.Settings]]) (*apikit.Output[CreatedAPIKey], error) {
	k, secret, err := a.APIKeys.Create(ctx, apikit.ActorOf(ctx), in.Body.Of(apikey.DefaultSettings()))
	if err != nil {
		return nil, err
	}
	return apikit.OutputOf(CreatedAPIKey{a.apiKeyOf(k), secret}), nil
}

func (a *API) getAPIKey(ctx context.Context, in *apikit.ByID) (*apikit.Output[APIKey], error) {
	k, err := a.APIKeys.Get(ctx, apikit.ActorOf(ctx), in.ID)
	return apikit.OutputOf(a.apiKeyOf(k)), err
}

func (a *API) getCurrentAPIKey(ctx context.Context, _ *struct{}) (*apikit.Output[CurrentAPIKey], error) {
	actor := apikit.ActorOf(ctx)
	k, err := a.APIKeys.Current(ctx, actor)
	if err != nil {
		return nil, err
	}
	w, err := a.Workspaces.Current(ctx, actor)
	return apikit.OutputOf(CurrentAPIKey{a.apiKeyOf(k), w.ID, w.Name}), err
}

type keySignature struct {
	Signature string `json:"signature" doc:"32 hexadecimal digits. A rotation of the key replaces it." example:"5f4dcc3b5aa765d61d8327deb882cf99"`
}

func (a *API) getAPIKeySignature(ctx context.Context, in *apikit.ByID) (*apikit.Output[keySignature], error) {
	signature, err := a.APIKeys.Signature(ctx, apikit.ActorOf(ctx), in.ID)
	return apikit.OutputOf(keySignature{signature}), err
}

func (a *API) updateAPIKey(ctx context.Context, in *apikit.ByIDWith[apikit.Partial[apikey.Settings]]) (*apikit.Output[APIKey], error) {
	k, err := a.APIKeys.Update(ctx, apikit.ActorOf(ctx), in.ID, in.Body.Onto)
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

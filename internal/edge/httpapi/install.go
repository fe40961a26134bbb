package httpapi

import (
	"context"

	"linnet/internal/edge/apikit"
)

type ipOutput struct {
	Body struct {
		IP string `json:"ip" doc:"The IP address of the client; empty if unknown." example:"203.0.113.7"`
	} `nameHint:"ClientAddress"`
}

func (a *API) ip(ctx context.Context, _ *struct{}) (*ipOutput, error) {
	out := &ipOutput{}
	if addr := apikit.CallOf(ctx).Addr; addr.IsValid() {
		out.Body.IP = addr.String()
	}
	return out, nil
}

type capabilitiesOutput struct {
	Body struct {
		Cities bool `json:"cities" doc:"True if the install knows the cities and regions of visitors. Otherwise, conditions on them never match."`
	} `nameHint:"Capabilities"`
}

func (a *API) capabilities(context.Context, *struct{}) (*capabilitiesOutput, error) {
	out := &capabilitiesOutput{}
	out.Body.Cities = a.knowsCities
	return out, nil
}

package httpapi

import (
	"context"

	"linnet/internal/edge/apikit"
)

type ipOutput struct {
	Body struct {
		IP string `json:"ip" doc:"The address that this call came from; empty when it is not known." example:"203.0.113.7"`
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
		Cities bool `json:"cities" doc:"Cities and regions of visitors are known. Where they are not, conditions on them never hold."`
	} `nameHint:"Capabilities"`
}

func (a *API) capabilities(context.Context, *struct{}) (*capabilitiesOutput, error) {
	out := &capabilitiesOutput{}
	out.Body.Cities = a.knowsCities
	return out, nil
}

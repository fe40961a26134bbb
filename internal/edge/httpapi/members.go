package httpapi

import (
	"context"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/locale"
	"linnet/internal/core/member"
	"linnet/internal/core/throttle"
	"linnet/internal/edge/apikit"
)

// Member is a member of a workspace as the API returns it.
type Member struct {
	UserID    string    `json:"userId" example:"usr_3kq7c8v0d5m2a"`
	Email     string    `json:"email"`
	FirstName string    `json:"firstName"`
	LastName  string    `json:"lastName"`
	Role      string    `json:"role" enum:"owner,admin,editor,viewer"`
	JoinedAt  time.Time `json:"joinedAt"`
}

func memberOf(m member.Member) Member {
	return Member{
		UserID:    m.UserID,
		Email:     m.Email,
		FirstName: m.FirstName,
		LastName:  m.LastName,
		Role:      string(m.Role),
		JoinedAt:  apikit.Timestamp(m.JoinedAt),
	}
}

func (a *API) listMembers(ctx context.Context, in *apikit.ByID) (*apikit.ListOutput[Member], error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	members, err := a.Members.List(ctx, actor)
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(members, memberOf)), nil
}

// MemberPath names a member in the path.
type MemberPath struct {
	apikit.ByID
	UserID string `path:"userId" doc:"The member's user id." example:"usr_3kq7c8v0d5m2a"`
}

// MemberDetail is a member with the number of items that the member created.
type MemberDetail struct {
	Member
	Links   int `json:"links" doc:"The number of links that the member created."`
	QRCodes int `json:"qrCodes" doc:"The number of QR codes that the member saved."`
	Shares  int `json:"shares" doc:"The number of open shared pages that the member created."`
}

func (a *API) getMember(ctx context.Context, in *MemberPath) (*apikit.Output[MemberDetail], error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	m, held, err := a.Members.Get(ctx, actor, in.UserID)
	return apikit.OutputOf(MemberDetail{Member: memberOf(m), Links: held.Links, QRCodes: held.QRCodes, Shares: held.Shares}), err
}

type updateMemberInput struct {
	MemberPath
	Body struct {
		Role string `json:"role" doc:"owner, admin, editor or viewer." example:"editor"`
	} `nameHint:"UpdateMember"`
}

func (a *API) updateMember(ctx context.Context, in *updateMemberInput) (*apikit.Output[Member], error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	m, err := a.Members.SetRole(ctx, actor, in.UserID, access.Role(in.Body.Role))
	return apikit.OutputOf(memberOf(m)), err
}

func (a *API) removeMember(ctx context.Context, in *MemberPath) (*struct{}, error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return nil, a.Members.Remove(ctx, actor, in.UserID)
}

// Invitation is an invitation to a workspace as its managers see it.
type Invitation struct {
	ID          string    `json:"id" example:"inv_3kq7c8v0d5m2a"`
	Email       *string   `json:"email" doc:"The only address that can accept; null: anyone with the link can."`
	Role        string    `json:"role" enum:"owner,admin,editor,viewer"`
	InvitedBy   string    `json:"invitedBy" doc:"The id of a user."`
	InviterName string    `json:"inviterName"`
	CreatedAt   time.Time `json:"createdAt"`
	ExpiresAt   time.Time `json:"expiresAt"`
}

func invitationOf(i member.Invitation) Invitation {
	return Invitation{
		ID:          i.ID,
		Email:       apikit.TextOrNull(i.Email),
		Role:        string(i.Role),
		InvitedBy:   i.InvitedBy,
		InviterName: i.InviterName,
		CreatedAt:   apikit.Timestamp(i.CreatedAt),
		ExpiresAt:   apikit.Timestamp(i.ExpiresAt),
	}
}

func (a *API) listInvitations(ctx context.Context, in *apikit.ByID) (*apikit.ListOutput[Invitation], error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	pending, err := a.Members.Pending(ctx, actor)
	if err != nil {
		return nil, err
	}
	return apikit.WholeList(apikit.Map(pending, invitationOf)), nil
}

type createInvitation struct {
	Email     *string    `json:"email,omitempty" doc:"Omit it for an invitation that anyone with the link can accept." nullable:"true"`
	Role      string     `json:"role" doc:"owner, admin, editor or viewer; at most the caller's own." example:"editor"`
	ExpiresAt *time.Time `json:"expiresAt,omitempty" doc:"1 hour to 30 days from now; in 7 days by default." nullable:"true"`
}

// NewInvitation is a new invitation with its link.
type NewInvitation struct {
	Invitation
	URL string `json:"url" doc:"Works once. It is not returned again."`
}

type createInvitationInput struct {
	apikit.ByIDWith[createInvitation]

	AcceptLanguage string `header:"Accept-Language" doc:"The mail is in the first of these languages that Linnet has."`
}

func (a *API) createInvitation(ctx context.Context, in *createInvitationInput) (*apikit.Output[NewInvitation], error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	i, link, err := a.Members.Invite(ctx, actor, member.Draft{
		Email:     apikit.Value(in.Body.Email),
		Role:      access.Role(in.Body.Role),
		ExpiresAt: apikit.Value(in.Body.ExpiresAt),
		Language:  locale.Fixed(locale.For(in.AcceptLanguage).Tag),
	})
	return apikit.OutputOf(NewInvitation{Invitation: invitationOf(i), URL: link}), err
}

type revokeInvitationInput struct {
	apikit.ByID
	InvitationID string `path:"invitationId" doc:"The invitation's id." example:"inv_3kq7c8v0d5m2a"`
}

func (a *API) revokeInvitation(ctx context.Context, in *revokeInvitationInput) (*struct{}, error) {
	actor, err := a.inWorkspace(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return nil, a.Members.Revoke(ctx, actor, in.InvitationID)
}

// InvitationPath has the token of an invitation.
type InvitationPath struct {
	Token string `path:"token" maxLength:"100" doc:"The last part of the invitation's URL."`
}

type openInvitation struct {
	WorkspaceName string    `json:"workspaceName"`
	InviterName   string    `json:"inviterName"`
	Role          string    `json:"role" enum:"owner,admin,editor,viewer"`
	Email         *string   `json:"email" doc:"The only address that can accept; null: any."`
	ExpiresAt     time.Time `json:"expiresAt"`
}

func (a *API) getInvitation(ctx context.Context, in *InvitationPath) (*apikit.Output[openInvitation], error) {
	i, err := a.Members.Find(ctx, in.Token, networkKey(ctx))
	if err != nil {
		return nil, err
	}
	out := &apikit.Output[openInvitation]{}
	out.Body.WorkspaceName, out.Body.InviterName, out.Body.Role = i.WorkspaceName, i.InviterName, string(i.Role)
	out.Body.Email, out.Body.ExpiresAt = apikit.TextOrNull(i.Email), apikit.Timestamp(i.ExpiresAt)
	return out, nil
}

func (a *API) acceptInvitation(ctx context.Context, in *InvitationPath) (*apikit.Output[Workspace], error) {
	id, err := a.Members.Accept(ctx, apikit.ActorOf(ctx), in.Token, networkKey(ctx))
	if err != nil {
		return nil, err
	}
	return a.workspaceFor(ctx, id)
}

// networkKey returns the key of the client's network for rate limits.
func networkKey(ctx context.Context) string { return throttle.NetworkKey(apikit.CallOf(ctx).Addr) }

// Original file: protos/platform/directory/v1/directory.proto


export interface _platform_directory_v1_ProvisionAction_Create {
  'status'?: (string);
}

export interface _platform_directory_v1_ProvisionAction_Create__Output {
  'status': (string);
}

export interface _platform_directory_v1_ProvisionAction_Join {
  'organizationId'?: (string);
  'roles'?: (string)[];
}

export interface _platform_directory_v1_ProvisionAction_Join__Output {
  'organizationId': (string);
  'roles': (string)[];
}

export interface _platform_directory_v1_ProvisionAction_Leave {
  'organizationId'?: (string);
}

export interface _platform_directory_v1_ProvisionAction_Leave__Output {
  'organizationId': (string);
}

export interface _platform_directory_v1_ProvisionAction_Role {
  'role'?: (string);
  'organizationId'?: (string);
}

export interface _platform_directory_v1_ProvisionAction_Role__Output {
  'role': (string);
  'organizationId': (string);
}

export interface _platform_directory_v1_ProvisionAction_SetAttribute {
  'to'?: (string);
  'valueJson'?: (string);
  'overwrite'?: (boolean);
}

export interface _platform_directory_v1_ProvisionAction_SetAttribute__Output {
  'to': (string);
  'valueJson': (string);
  'overwrite': (boolean);
}

export interface ProvisionAction {
  'create'?: (_platform_directory_v1_ProvisionAction_Create | null);
  'setAttribute'?: (_platform_directory_v1_ProvisionAction_SetAttribute | null);
  'join'?: (_platform_directory_v1_ProvisionAction_Join | null);
  'leave'?: (_platform_directory_v1_ProvisionAction_Leave | null);
  'assignRole'?: (_platform_directory_v1_ProvisionAction_Role | null);
  'unassignRole'?: (_platform_directory_v1_ProvisionAction_Role | null);
  'action'?: "create"|"setAttribute"|"join"|"leave"|"assignRole"|"unassignRole";
}

export interface ProvisionAction__Output {
  'create'?: (_platform_directory_v1_ProvisionAction_Create__Output | null);
  'setAttribute'?: (_platform_directory_v1_ProvisionAction_SetAttribute__Output | null);
  'join'?: (_platform_directory_v1_ProvisionAction_Join__Output | null);
  'leave'?: (_platform_directory_v1_ProvisionAction_Leave__Output | null);
  'assignRole'?: (_platform_directory_v1_ProvisionAction_Role__Output | null);
  'unassignRole'?: (_platform_directory_v1_ProvisionAction_Role__Output | null);
  'action'?: "create"|"setAttribute"|"join"|"leave"|"assignRole"|"unassignRole";
}

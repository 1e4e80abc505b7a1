// WebGateway

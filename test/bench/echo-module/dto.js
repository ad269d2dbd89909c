import { decorate, IsString } from 'svc-registry/dto';

export class Text {
  text;
}
decorate(Text, { text: [IsString()] });
